import { useDeferredValue, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { useStyleProperty } from '../use-style-property.ts';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

interface DialogViewProps {
  title: ReactNode;
  /** Called by Escape, the close button and a press outside; a dialog with a question may ignore it. */
  onClose: () => void;
  closeLabel: string;
  children?: ReactNode;
  /**
   * Buttons labelled with verbs. Without a field the first one gets the focus, so it should be the harmless
   * one.
   */
  footer?: ReactNode;
  /** From the overlay order. */
  zIndex?: number;
}

/**
 * A modal dialog in the middle of the page, 446px wide. Mounted means open: `{asking && <DialogView … />}`.
 * It renders after the frame that responds to the press
 * (docs/decisions/0024-yield-to-paint-before-navigating.md).
 */
export function DialogView(props: DialogViewProps) {
  const drawn = useDeferredValue(true, false);
  if (!drawn || typeof document === 'undefined') return null;
  return createPortal(<Dialog {...props} />, document.body);
}

function Dialog({ title, onClose, closeLabel, children, footer, zIndex }: DialogViewProps) {
  const layer = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const heading = useId();
  useStyleProperty(layer, 'z-index', zIndex);
  useModal(surface, onClose);
  useDescription(surface, body, heading);
  return (
    <div ref={layer} className={cx('overlay', styles.layer)}>
      <div className={styles.scrim} aria-hidden="true" onClick={onClose} />
      <div
        ref={surface}
        className={styles.dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={heading}
        tabIndex={-1}
      >
        {/* Not `header` and `footer`: outside sectioning content they would be landmarks of the page. */}
        <div className={styles.head}>
          <h2 id={heading}>{title}</h2>
          <button type="button" aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children && (
          <div ref={body} className={styles.body}>
            {children}
          </div>
        )}
        {footer && (
          <div className={styles.foot} data-foot="">
            {footer}
          </div>
        )}
      </div>
    </div>
  );
}

const controls = 'input, select, textarea, button, a[href], [tabindex]';
const sentences = 'p, li, dd, legend';

/**
 * Describes the dialog by its text, because focus goes to a field or button and skips it: the sentences
 * before the first control, or the hint of that control if the body starts with one.
 */
function useDescription(
  surface: RefObject<HTMLElement | null>,
  body: RefObject<HTMLElement | null>,
  name: string,
) {
  useLayoutEffect(() => {
    const words = [...(body.current?.querySelectorAll<HTMLElement>(sentences) ?? [])];
    const control = body.current?.querySelector(controls);
    const before = words.filter(
      (element) =>
        element.textContent.trim() !== '' &&
        (!control || (control.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0),
    );
    const ids = before
      // A list item inside a selected sentence would be read twice.
      .filter((element) => !before.some((other) => other !== element && other.contains(element)))
      .map((element, place) => (element.id ||= `${name}-${place}`));
    // Not the dialog's own description, which may be the one of an earlier body.
    const hinted = control?.closest(':not([role=dialog])[aria-describedby]');
    const own = hinted?.getAttribute('aria-describedby');
    // A body of plain text, without an element.
    const whole = !control && ids.length === 0 && !own ? `${name}-body` : null;
    if (whole) body.current?.setAttribute('id', whole);
    else body.current?.removeAttribute('id');
    const described = ids.join(' ') || own || whole;
    if (described) surface.current?.setAttribute('aria-describedby', described);
    else surface.current?.removeAttribute('aria-describedby');
  });
}
