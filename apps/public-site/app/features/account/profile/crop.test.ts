import { expect, test } from '@jest/globals';
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
