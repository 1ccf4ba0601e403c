import { expect, test } from '@jest/globals';
import { waitOf } from './wait.ts';

test.each([
  [1, '1 秒', '1 second'],
  [60, '60 秒', '60 seconds'],
  [119, '119 秒', '119 seconds'],
  [120, '2 分钟', '2 minutes'],
  [121, '3 分钟', '3 minutes'],
  [3600, '60 分钟', '60 minutes'],
  [7200, '2 小时', '2 hours'],
  [86_399, '24 小时', '24 hours'],
  [86_400, '24 小时', '24 hours'],
])('formats a wait of %i seconds in a readable unit', (seconds, zh, en) => {
  expect(waitOf(seconds, 'zh')).toBe(zh);
  expect(waitOf(seconds, 'en')).toBe(en);
});
