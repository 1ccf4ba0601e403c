import { useDeferredValue, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icon/icon.tsx';
import { useStyleProperty } from '../use-style-property.ts';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

interface DialogViewProps {
  title: ReactNode;
  /** Escape, the cross and a press beside it ask this; a dialog with a question may ignore it. */
  onClose: () => void;
  closeLabel: string;
  children?: ReactNode;
  /** Buttons that say the verb; the first one gets the focus where no field does, so let it be the harmless one. */
  footer?: ReactNode;
  /** From the order of overlays. */
  zIndex?: number;
}

/**
 * One question in the middle of the page, 446px wide. Mounted means open: `{asking && <DialogView … />}`. It is drawn
 * after the picture that answers the press (docs/decisions/0024-yield-to-paint-before-navigating.md).
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
    <div ref={layer} className={styles.layer}>
      <div className={styles.scrim} aria-hidden="true" onClick={onClose} />
      <div
        ref={surface}
        className={styles.dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={heading}
        tabIndex={-1}
      >
        {/* Not `header` and `footer`: outside the page's sections those would be landmarks of the site. */}
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
 * Describes the dialog by its words: focus goes to a field or to a button, past what the deed means. Those are the
 * sentences in front of the first control; where the body begins with a control, the hint of that one.
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
      // A list item of a sentence that is taken already would be said twice.
      .filter((element) => !before.some((other) => other !== element && other.contains(element)))
      .map((element, place) => (element.id ||= `${name}-${place}`));
    const own = control?.closest('[aria-describedby]')?.getAttribute('aria-describedby');
    // A body of bare text, without a sentence's element.
    const whole = !control && body.current ? (body.current.id ||= `${name}-body`) : null;
    const described = ids.join(' ') || own || whole;
    if (described) surface.current?.setAttribute('aria-describedby', described);
    else surface.current?.removeAttribute('aria-describedby');
  });
}
