import { join } from '../join.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** Whose it is; the first sign stands in for a missing picture. */
  name: string;
  src?: string | null;
  className?: string;
}

/** The picture of somebody, or their initial. Decoration: the name stands beside it or on the link around it. */
export function Avatar({ name, src, className }: AvatarProps) {
  if (src) {
    return <img className={join(styles.avatar, className)} src={src} width={40} height={40} alt="" />;
  }
  return (
    <span className={join(styles.avatar, className)} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
