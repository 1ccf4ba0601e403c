/** The square of a picture that is kept. */
export interface Crop {
  /** 1 is the largest possible square. */
  zoom: number;
  /** Position of the square in its range: 0 is left or top, 1 is right or bottom. */
  x: number;
  y: number;
}

/** Centred, at the largest size. */
export const MIDDLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const ZOOM_MAX = 4;
/** Side of the uploaded square in pixels: the largest displayed width, on a high-density screen. */
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

export type Nature = 'heic' | 'moving' | null;

/** The bytes that tell the nature of a picture: those of one large frame. */
const TELLING = 4 * 1024 * 1024;

/** What the bytes of a picture tell, whatever its name: an iPhone's photo that no other browser reads, or an animation. */
export async function natureOf(file: Blob): Promise<Nature> {
  const bytes = await file
    .slice(0, TELLING)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const text = new TextDecoder('latin1').decode(bytes);
  if (/^.{4}ftyp(?:hei|hev|mif1|msf1)/s.test(text)) return 'heic';
  const frames = text.startsWith('GIF8') ? text.split('\x21\xf9\x04').length - 1 : 1;
  // The flag of an extended WebP says it; APNG and AVIF name it.
  const flagged = /^RIFF.{4}WEBPVP8X/s.test(text) && ((new Uint8Array(bytes)[20] ?? 0) & 2) !== 0;
  const moving = flagged || /^.PNG.*?acTL.*?IDAT|^.{4}ftypavis/s.test(text);
  return frames > 1 || moving ? 'moving' : null;
}

/** The crop after a drag, in units of the frame; it never leaves the picture. */
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

/** The square as a separate picture; null if the browser cannot draw it: the server then crops the middle. */
export async function cutOut(image: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  if (size.width === 0 || size.height === 0) return null;
  // A picture with dimensions may still fail to decode, and would be uploaded as an empty square.
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
    // A browser without WebP encoding returns PNG, which is fine too.
    canvas.toBlob(resolve, 'image/webp', 0.92);
  });
}
