import { afterEach, expect, jest, test } from '@jest/globals';
import { cutOut, dragged, MIDDLE, squareOf } from './crop.ts';

const wide = { width: 400, height: 200 };

test('the default crop is the largest centred square', () => {
  expect(squareOf(wide, MIDDLE)).toEqual({ left: 100, top: 0, side: 200 });
  expect(squareOf({ width: 200, height: 400 }, MIDDLE)).toEqual({ left: 0, top: 100, side: 200 });
});

test('zoom shrinks the square around its position', () => {
  expect(squareOf(wide, { zoom: 2, x: 0, y: 1 })).toEqual({ left: 0, top: 100, side: 100 });
});

test('dragging right moves the crop left and stops at the edge', () => {
  expect(dragged(wide, MIDDLE, 0.25, 0)).toEqual({ zoom: 1, x: 0.25, y: 0.5 });
  expect(dragged(wide, MIDDLE, 5, 5)).toEqual({ zoom: 1, x: 0, y: 0.5 });
  expect(dragged(wide, MIDDLE, -5, -5)).toEqual({ zoom: 1, x: 1, y: 0.5 });
});

test('an image that has not loaded is not cropped', async () => {
  expect(await cutOut(document.createElement('img'), MIDDLE)).toBeNull();
});

/** A decoded picture of 1600 × 800 pixels. */
const picture = (decode: () => Promise<void> = () => Promise.resolve()) => {
  const image = document.createElement('img');
  Object.defineProperties(image, { naturalWidth: { value: 1600 }, naturalHeight: { value: 800 } });
  return Object.assign(image, { decode });
};
const context = { drawImage: jest.fn(), imageSmoothingQuality: 'low' };
const getContext = jest.spyOn(HTMLCanvasElement.prototype, 'getContext');
const toBlob = jest.spyOn(HTMLCanvasElement.prototype, 'toBlob');
afterEach(() => void context.drawImage.mockClear());

test.each([
  ['at its size', { zoom: 2, x: 0, y: 1 }, [0, 400, 400, 400], 400],
  ['reduced to 640 pixels', { zoom: 1, x: 1, y: 0 }, [800, 0, 800, 800], 640],
] as const)('cuts the square out as WebP, %s', async (_what, crop, square, side) => {
  const blob = new Blob(['x']);
  getContext.mockReturnValue(context as never);
  toBlob.mockImplementation((done) => done(blob));
  const image = picture();
  await expect(cutOut(image, crop)).resolves.toBe(blob);
  expect(context.drawImage.mock.calls).toEqual([[image, ...square, 0, 0, side, side]]);
  expect(context.imageSmoothingQuality).toBe('high');
  const canvas = getContext.mock.contexts.at(-1) as unknown as HTMLCanvasElement;
  expect([canvas.width, canvas.height, toBlob.mock.lastCall?.[1]]).toEqual([side, side, 'image/webp']);
});

test('a picture that cannot be decoded, or a browser that cannot draw, gives no square', async () => {
  getContext.mockReturnValue(context as never);
  await expect(
    cutOut(
      picture(() => Promise.reject(new Error('damaged'))),
      MIDDLE,
    ),
  ).resolves.toBeNull();
  getContext.mockReturnValue(null);
  await expect(cutOut(picture(), MIDDLE)).resolves.toBeNull();
  expect(context.drawImage).not.toHaveBeenCalled();
});
