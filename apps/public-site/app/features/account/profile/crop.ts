/** Which square of a picture is kept. */
export interface Crop {
  /** 1 keeps the largest square there is. */
  zoom: number;
  /** Where the square lies in the room it has, 0 left or top, 1 right or bottom. */
  x: number;
  y: number;
}

/** The middle, as large as it goes. */
export const MIDDLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const ZOOM_MAX = 4;
/** Pixels of the side that is sent: the largest width that is shown, on a dense screen. */
const SIDE = 640;

export interface Square {
  left: number;
  top: number;
  side: number;
}

interface PictureSize {
  width: number;
  height: number;
}

/** The square in pixels of the picture. */
export function squareOf({ width, height }: PictureSize, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

/** The crop after the picture was dragged by so many frames; it never leaves the picture. */
export function dragged(size: PictureSize, crop: Crop, dx: number, dy: number): Crop {
  const { left, top, side } = squareOf(size, crop);
  const place = (start: number, by: number, room: number) =>
    room <= 0 ? 0.5 : Math.min(1, Math.max(0, (start - by * side) / room));
  return {
    ...crop,
    x: place(left, dx, size.width - side),
    y: place(top, dy, size.height - side),
  };
}

/** The square as a picture of its own; null where the browser cannot draw it, and the server cuts out the middle. */
export async function cutOut(image: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  if (size.width === 0 || size.height === 0) return null;
  // One that has a size and still cannot be drawn would be sent as an empty square.
  const drawable = await image.decode().then(
    () => true,
    () => false,
  );
  if (!drawable) return null;
  const { left, top, side } = squareOf(size, crop);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(SIDE, Math.round(side));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    // A browser that writes no WebP answers with PNG, which is as good.
    canvas.toBlob(resolve, 'image/webp', 0.92);
  });
}
