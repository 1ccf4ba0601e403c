import { expect, test } from '@jest/globals';
import { describeDevice } from './device.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Firefox/140.0', 'Firefox'],
  [undefined, ''],
  // A header may be 16 kB: its end is not searched.
  [`${'x'.repeat(500)} Firefox/140.0 Windows NT`, ''],
])('the user agent %j is shown as %j', (userAgent, shown) => {
  expect(describeDevice(userAgent)).toBe(shown);
});
