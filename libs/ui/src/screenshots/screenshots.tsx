import type { MouseEvent } from 'react';
import styles from './screenshots.module.css';

export interface Screenshot {
  /** The full picture, which the link opens before scripts run. */
  src: string;
  srcSet?: string;
  alt: string;
  /** Language of `alt`, if it differs from the page's. */
  lang?: string | undefined;
  width: number;
  height: number;
}

interface ScreenshotsProps {
  label: string;
  items: readonly Screenshot[];
  /** Opens the picture in the page, see `LightboxView`. */
  onOpen?: (index: number) => void;
}

/** A horizontally scrolling row of pictures; each opens in full size. */
export function Screenshots({ label, items, onOpen }: ScreenshotsProps) {
  const open = (event: MouseEvent, index: number) => {
    // The browser handles a press that asks for a new tab.
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(index);
  };
  return (
    <ul className={styles.shots} aria-label={label}>
      {items.map((item, index) => (
        <li key={item.src}>
          {/* The head script stores a press until the page is hydrated. */}
          <a href={item.src} data-scripted={onOpen ? '' : undefined} onClick={(event) => open(event, index)}>
            <img
              src={item.src}
              srcSet={item.srcSet}
              sizes="(max-width: 558px) 86vw, 480px"
              alt={item.alt}
              lang={item.lang}
              width={item.width}
              height={item.height}
              loading={index < 2 ? 'eager' : 'lazy'}
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
