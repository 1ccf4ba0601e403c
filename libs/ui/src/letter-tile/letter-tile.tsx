import { join } from '../join.ts';
import styles from './letter-tile.module.css';
import { tileOf } from './tile-of.ts';

interface LetterTileProps {
  /** The app's key, such as `nginx`: it chooses letter and colour, in every language the same. */
  appKey: string;
  className?: string;
}

/** The first letter of an app, the stand-in for a logo: one element. `--logo-size` around it sizes it. */
export function LetterTile({ appKey, className }: LetterTileProps) {
  const { letter, colour } = tileOf(appKey);
  return (
    <span
      className={join(styles.tile, className)}
      data-letter={letter}
      data-colour={colour || undefined}
      aria-hidden="true"
    />
  );
}
