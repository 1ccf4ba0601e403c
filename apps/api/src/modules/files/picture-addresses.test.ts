import { expect, test } from '@jest/globals';
import { pictureAddresses } from './picture-addresses.ts';

test.each([
  [200, [320]],
  [320, [320]],
  [639, [320]],
  [640, [320, 640]],
  [1279, [320, 640]],
  [1280, [320, 640, 1280]],
  [4000, [320, 640, 1280]],
])('a picture %i pixels wide has sources in widths %j', (width, sizes) => {
  const url = (name: string) => `/uploads/${name}`;
  expect(pictureAddresses({ url }, 'screenshots/a', width)).toEqual({
    src: `/uploads/screenshots/a-${sizes.at(-1)}.webp`,
    srcset: sizes.map((size) => `/uploads/screenshots/a-${size}.webp ${size}w`).join(', '),
  });
});
