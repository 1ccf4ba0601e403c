import { LiveRegion } from '../live-region/live-region.tsx';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** The accessible name of the loading content. */
  label: string;
  /** `row`: a logo and three lines, as in lists; `text`: lines of a paragraph; `table`: rows of a table. */
  shape?: 'row' | 'text' | 'table';
  rows?: number;
}

/** A placeholder in the shape of the content, against layout shift. */
export function Skeleton({ label, shape = 'row', rows = 1 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} data-waiting="">
      <LiveRegion role="status" as="span" className="sr">
        {label}
      </LiveRegion>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} data-shape={shape} aria-hidden="true">
          {shape === 'row' && <i />}
          <b />
          <b />
          <b />
        </div>
      ))}
    </div>
  );
}
