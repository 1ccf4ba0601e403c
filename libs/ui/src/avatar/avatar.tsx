import { cx } from '../cx.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** The user's name; its first character replaces a missing picture. */
  name: string;
  src?: string | null;
  className?: string;
}

/** A user's picture or initial. Decorative: the name is beside it or on the surrounding link. */
export function Avatar({ name, src, className }: AvatarProps) {
  if (src) {
    return <img className={cx(styles.avatar, className)} src={src} width={40} height={40} alt="" />;
  }
  return (
    <span className={cx(styles.avatar, className)} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
