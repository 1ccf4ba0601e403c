import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { cx } from '../cx.ts';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'line' | 'bare' | 'danger';
export type Size = 'sm' | 'md' | 'lg';

/**
 * The styles of a button for a link: `<LocaleLink className={buttonClass} data-kind="line" data-size="sm">`.
 * `data-icon-only` makes it square.
 */
export const buttonClass = String(styles.button);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  size?: Size;
  /** Its action is running: it keeps place, width and focus, and ignores further presses. */
  busy?: boolean;
  /** Square; requires `aria-label`. */
  iconOnly?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. One `primary` per view; the others are `line` or `bare`. */
export function Button({
  kind = 'primary',
  size = 'md',
  busy = false,
  iconOnly = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  // `disabled` would drop the focus of the pressed button. A busy submit button also ignores Enter in a
  // field.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass, className)}
      data-kind={kind}
      data-size={size}
      data-icon-only={iconOnly || undefined}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    />
  );
}
