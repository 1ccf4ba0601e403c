import { FEEDBACK } from '@yunduo/validation';

const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];
const VIDEOS = ['video/mp4', 'video/quicktime', 'video/webm'];

/** For the file input: what the server takes. */
export const MEDIA_TYPES = [...PICTURES, ...VIDEOS].join();

/** What is wrong with a file before it is sent; what it really is, the server finds in its bytes (R5.06). */
export function mediaFault({
  type,
  size,
}: Pick<File, 'type' | 'size'>): 'wrong_type' | { limit: number } | null {
  if (!PICTURES.includes(type) && !VIDEOS.includes(type)) return 'wrong_type';
  const limit = PICTURES.includes(type) ? FEEDBACK.pictureBytesMax : FEEDBACK.videoBytesMax;
  return size > limit ? { limit } : null;
}

/** `10 MB`, `4.6 MB`; rounded up, so that what is over a limit never reads like the limit itself. */
export function megabytes(bytes: number): string {
  const size = Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
  return `${Number.isInteger(size) ? size : size.toFixed(1)} MB`;
}
