import { join } from '../join.ts';
import { LetterTile } from '../letter-tile/letter-tile.tsx';
import styles from './app-logo.module.css';

interface AppLogoProps {
  /** The app's key, such as `nginx`: its letter tile is drawn from it. */
  appKey: string;
  /** Where the logo is, or null: then a letter tile stands in. */
  src: string | null;
  /** The picture's side in CSS pixels, for the markup; `--logo-size` around it decides what is shown. */
  size?: number;
  /** `eager` for what is seen first, such as the head of a page. */
  loading?: 'eager' | 'lazy';
  className?: string;
}

/** An app's logo. Its name stands beside it, so the picture itself says nothing. */
export function AppLogo({ appKey, src, size = 48, loading = 'lazy', className }: AppLogoProps) {
  if (!src) return <LetterTile appKey={appKey} className={className} />;
  return (
    <img
      className={join(styles.logo, className)}
      src={src}
      width={size}
      height={size}
      alt=""
      loading={loading}
      decoding="async"
    />
  );
}
