import { AVATAR_SOURCE_BYTES_MAX, isHeic, PICTURE_TYPES } from '@yunduo/validation';

export type PictureFault = 'avatar_heic' | 'avatar_wrong_type' | 'avatar_too_large' | 'avatar_unreadable';

/**
 * What is wrong with a chosen file, before it is opened; null when it may be. Only a square of it is sent, and the server
 * judges that by its bytes.
 */
export function pictureFault(file: Pick<File, 'type' | 'size' | 'name'>): PictureFault | null {
  if (isHeic(file)) return 'avatar_heic';
  if (!PICTURE_TYPES.includes(file.type)) return 'avatar_wrong_type';
  return file.size > AVATAR_SOURCE_BYTES_MAX ? 'avatar_too_large' : null;
}
