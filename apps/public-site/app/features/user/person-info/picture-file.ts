import { AVATAR_BYTES_MAX } from '@yunduo/validation';

/** What the server takes; it judges by the bytes, this only spares the wait. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export type PictureFault = 'avatar_wrong_type' | 'avatar_too_large' | 'avatar_unreadable';

/** What is wrong with a chosen file, before anything is sent; null when it may go. */
export function pictureFault(file: Pick<File, 'type' | 'size'>): PictureFault | null {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return 'avatar_wrong_type';
  return file.size > AVATAR_BYTES_MAX ? 'avatar_too_large' : null;
}

/** `2097152` → `2 MB`; one decimal below ten, as sizes are told everywhere here. */
export function megabytes(bytes: number): string {
  const size = bytes / (1024 * 1024);
  return `${size < 10 && !Number.isInteger(size) ? (Math.ceil(size * 10) / 10).toFixed(1) : Math.round(size)} MB`;
}
