import { FEEDBACK, isHeic, PICTURE_TYPES } from '@yunduo/validation';

const VIDEOS = ['video/mp4', 'video/quicktime', 'video/webm'];

/** For the file input: what the server takes. */
export const MEDIA_TYPES = [...PICTURE_TYPES, ...VIDEOS].join();

/** What is wrong with a file before it is sent; what it really is, the server finds in its bytes (R5.06). */
export function mediaFault(
  file: Pick<File, 'type' | 'size' | 'name'>,
): 'heic' | 'wrong_type' | { limit: number } | null {
  const { type, size } = file;
  if (isHeic(file)) return 'heic';
  if (!PICTURE_TYPES.includes(type) && !VIDEOS.includes(type)) return 'wrong_type';
  const limit = PICTURE_TYPES.includes(type) ? FEEDBACK.pictureBytesMax : FEEDBACK.videoBytesMax;
  return size > limit ? { limit } : null;
}
