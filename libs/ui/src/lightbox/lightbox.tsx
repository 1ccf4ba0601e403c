import { useRef, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from '../dialog/use-modal.ts';
import { Icon } from '../icon/icon.tsx';
import { LiveRegion } from '../live-region/live-region.tsx';
import { cx } from '../cx.ts';
import type { Screenshot } from '../screenshots/screenshots.tsx';
import { useStyleProperty } from '../use-style-property.ts';
import styles from './lightbox.module.css';

interface LightboxViewProps {
  /** `position` is the position in the series: "2 of 5". */
  words: { label: string; close: string; previous: string; next: string; position: string };
  items: readonly Screenshot[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** From the overlay order. */
  zIndex?: number;
}

/** One picture over the page; arrow keys show its neighbours. Mounted means open. */
export function LightboxView({ words, items, index, onIndex, onClose, zIndex }: LightboxViewProps) {
  const layer = useRef<HTMLDivElement>(null);
  useStyleProperty(layer, 'z-index', zIndex);
  useModal(layer, onClose);
  const item = items[index];
  if (!item || typeof document === 'undefined') return null;
  const go = (to: number) => {
    if (items[to]) onIndex(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(index - 1);
    if (event.key === 'ArrowRight') go(index + 1);
  };
  return createPortal(
    // The arrow keys are an extra; the buttons do the same.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={layer}
      className={cx('overlay', styles.layer)}
      role="dialog"
      aria-modal="true"
      aria-label={words.label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <LiveRegion role="status" as="span">
          {words.position}
        </LiveRegion>
        <button type="button" aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <button
        type="button"
        aria-label={words.previous}
        aria-disabled={index === 0}
        onClick={() => go(index - 1)}
      >
        <Icon name="left" />
      </button>
      <img src={item.src} alt={item.alt} lang={item.lang} width={item.width} height={item.height} />
      <button
        type="button"
        aria-label={words.next}
        aria-disabled={index === items.length - 1}
        onClick={() => go(index + 1)}
      >
        <Icon name="right" />
      </button>
    </div>,
    document.body,
  );
}
