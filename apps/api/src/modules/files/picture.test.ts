import sharp from 'sharp';
import { expect, test } from '@jest/globals';
import { openPicture, scaled, squares, uprightSize } from './picture.ts';

const WIDTHS = [320, 640, 1280];
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#27b2bc' } });

test('a picture is kept in the widths that it has, never enlarged', async () => {
  const sizes = async (width: number, height: number) => {
    const { files, ...size } = await scaled(
      await openPicture(await picture(width, height).png().toBuffer()),
      WIDTHS,
    );
    return [[...files.keys()].sort((one, other) => one - other), size];
  };
  expect(await sizes(1600, 800)).toEqual([[320, 640, 1280], { width: 1280, height: 640 }]);
  expect(await sizes(700, 350)).toEqual([[320, 640], { width: 640, height: 320 }]);
  expect(await sizes(200, 100)).toEqual([[320], { width: 200, height: 100 }]);
});

test('a picture taken sideways is measured and kept upright', async () => {
  const bytes = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const opened = await openPicture(bytes);
  expect(await uprightSize(opened)).toEqual({ width: 400, height: 800 });
  const { width, height } = await scaled(opened, WIDTHS);
  expect([width, height]).toEqual([320, 640]);
});

test('twenty at once are all made, one after the other', async () => {
  const bytes = await picture(900, 900).png().toBuffer();
  const made = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0
        ? (await squares(await openPicture(bytes), [320])).size
        : (await scaled(await openPicture(bytes), [320])).files.size,
    ),
  );
  expect(made).toEqual(Array.from({ length: 20 }, () => 1));
});

test('one that fails gives its place back', async () => {
  const whole = await picture(900, 900).png().toBuffer();
  const broken = whole.subarray(0, Math.floor(whole.length / 2));
  for (let turn = 0; turn < 5; turn += 1)
    await expect(scaled(await openPicture(broken), WIDTHS)).rejects.toMatchObject({
      code: 'PICTURE_UNREADABLE',
    });
  expect((await scaled(await openPicture(whole), [320])).width).toBe(320);
});

test('what unpacks to far too much is refused by its header', async () => {
  const huge = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  await expect(openPicture(huge)).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
});
