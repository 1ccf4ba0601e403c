import { join } from '../join.ts';
import { Flag } from '../flag/flag.tsx';
import styles from './app-logo.module.css';

interface AppLogoProps {
  /** The app's key, such as `nginx`: its signal flag is drawn from it. */
  appKey: string;
  /** Where the logo is, or null: then its signal flag stands in. */
  src: string | null;
  /** The picture's side in CSS pixels, for the markup; `--flag-size` around it decides what is shown. */
  size?: number;
  /** `eager` for what is seen first, such as the head of a page. */
  loading?: 'eager' | 'lazy';
  className?: string;
}

/** An app's logo. Its name stands beside it, so the picture itself says nothing. */
export function AppLogo({ appKey, src, size = 48, loading = 'lazy', className }: AppLogoProps) {
  if (!src) return <Flag appKey={appKey} className={className} />;
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
