import { cx } from '../cx.ts';
import styles from './letter-tile.module.css';
import { tileOf } from './tile-of.ts';

interface LetterTileProps {
  /** The app's key, such as `nginx`: it determines letter and colour, the same in every language. */
  appKey: string;
  className?: string;
}

/**
 * The first letter of an app in place of a logo, in a single element. `--logo-size` of the context sets its
 * size.
 */
export function LetterTile({ appKey, className }: LetterTileProps) {
  const { letter, colour } = tileOf(appKey);
  return (
    <span
      className={cx('letter-tile', styles.tile, className)}
      data-letter={letter}
      data-colour={colour || undefined}
      aria-hidden="true"
    />
  );
}
