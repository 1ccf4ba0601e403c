import { PICTURE_WIDTHS } from '@yunduo/validation';
import type { Files } from '../../files.ts';

/**
 * URLs of a stored picture: the largest file, and all files with their widths. A picture is never enlarged; one
 * narrower than the smallest width has only that file (`scaled`).
 */
export function pictureAddresses(
  files: Pick<Files, 'url'>,
  stem: string,
  width: number,
): { src: string; srcset: string } {
  const stored = PICTURE_WIDTHS.filter((size) => size <= width || size === PICTURE_WIDTHS[0]);
  const url = (size: number): string => files.url(`${stem}-${size}.webp`);
  return { src: url(Math.max(...stored)), srcset: stored.map((size) => `${url(size)} ${size}w`).join(', ') };
}
