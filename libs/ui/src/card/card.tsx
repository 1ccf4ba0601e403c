import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './card.module.css';

interface CardProps {
  title: ReactNode;
  /** The heading level for the surrounding page. */
  as?: 'h2' | 'h3';
  children: ReactNode;
  className?: string;
}

/** A box for an object with its actions. Lists use hairlines instead. */
export function Card({ title, as: Title = 'h2', children, className }: CardProps) {
  const heading = useId();
  return (
    <section className={cx(styles.card, className)} aria-labelledby={heading}>
      <Title id={heading}>{title}</Title>
      {children}
    </section>
  );
}
