import { useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './carousel.module.css';

export interface Slide {
  id: string;
  /** The heading on the tape. */
  label: ReactNode;
  content: ReactNode;
}

interface CarouselProps {
  label: string;
  slides: readonly Slide[];
  words: { previous: string; next: string };
  className?: string;
}

/**
 * A horizontally scrolling row, paged by buttons in its heading. It works as a plain scroller before scripts
 * run, and never advances automatically.
 */
export function Carousel({ label, slides, words, className }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const follow = () => {
      if (element.clientWidth > 0) setCurrent(Math.round(Math.abs(element.scrollLeft) / element.clientWidth));
    };
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, []);

  const show = (index: number) => {
    setCurrent(index);
    row.current?.scrollTo({ left: index * row.current.clientWidth });
  };

  return (
    <section className={cx(styles.carousel, className)} aria-label={label} aria-roledescription="carousel">
      <div className={styles.pager}>
        {slides.map((slide, index) => (
          <button
            key={slide.id}
            type="button"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => show(index)}
          >
            {slide.label}
          </button>
        ))}
        <span className={styles.arrows}>
          <button
            type="button"
            aria-label={words.previous}
            aria-disabled={current === 0}
            onClick={() => show(Math.max(0, current - 1))}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            aria-label={words.next}
            aria-disabled={current === slides.length - 1}
            onClick={() => show(Math.min(slides.length - 1, current + 1))}
          >
            <Icon name="right" />
          </button>
        </span>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable */}
      <ul ref={row} className={styles.deck} tabIndex={0} aria-label={label}>
        {slides.map((slide) => (
          <li key={slide.id}>{slide.content}</li>
        ))}
      </ul>
    </section>
  );
}
