import { AVATAR_BYTES_MAX, PICTURE_TYPES } from '@yunduo/validation';

export type PictureFault = 'avatar_wrong_type' | 'avatar_too_large' | 'avatar_unreadable';

/** What is wrong with a chosen file, before anything is sent; null when it may go. The server judges by its bytes. */
export function pictureFault(file: Pick<File, 'type' | 'size'>): PictureFault | null {
  if (!PICTURE_TYPES.includes(file.type)) return 'avatar_wrong_type';
  return file.size > AVATAR_BYTES_MAX ? 'avatar_too_large' : null;
}
