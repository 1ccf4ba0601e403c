import { expect, test } from '@jest/globals';
import { describeDevice } from './device.ts';

/** Other browsers name this one too. */
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Firefox/140.0', 'Firefox'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/126.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} OPR/112.0.0.0`, 'Opera, macOS'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME} MicroMessenger/8.0.50`, 'WeChat, Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome, Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Safari/604.1', 'Chrome, iOS'],
  ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) FxiOS/127.0 Safari/605.1', 'Firefox, iOS'],
  [undefined, ''],
  // A header may be 16 kB: its end is not searched.
  [`${'x'.repeat(500)} Firefox/140.0 Windows NT`, ''],
])('the user agent %j is shown as %j', (userAgent, shown) => {
  expect(describeDevice(userAgent)).toBe(shown);
});
