import { cx } from '../cx.ts';
import { LetterTile } from '../letter-tile/letter-tile.tsx';
import styles from './app-logo.module.css';

interface AppLogoProps {
  /** The app's key, such as `nginx`; its letter tile is derived from it. */
  appKey: string;
  /** The logo's address, or null for a letter tile. */
  src: string | null;
  /** Width and height in CSS pixels for the markup; `--logo-size` of the context sets the displayed size. */
  size?: number;
  /** `eager` for logos above the fold, such as in a page's head. */
  loading?: 'eager' | 'lazy';
  className?: string;
}

/** An app's logo. Its alternative text is empty, because the app's name is beside it. */
export function AppLogo({ appKey, src, size = 48, loading = 'lazy', className }: AppLogoProps) {
  if (!src) return <LetterTile appKey={appKey} className={className} />;
  return (
    <img
      className={cx(styles.logo, className)}
      src={src}
      width={size}
      height={size}
      alt=""
      loading={loading}
      decoding="async"
    />
  );
}
