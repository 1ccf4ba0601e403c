import { htmlLang, type Locale } from '@yunduo/i18n';
import { useStyleProperty } from '@yunduo/ui';
import { useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './store-frame.module.css';

/** CSS pixels until the page is there: as long as one of the store, so that what follows does not come into sight. */
const UNKNOWN_HEIGHT = 2000;

interface StoreFrameProps {
  /** What the frame shows, for those who go from frame to frame. */
  title: string;
  lang: Locale;
  /** CSS pixels that the page in it has. */
  width: number;
  children: ReactNode;
}

/**
 * A window of another width inside the page: what stands in it follows the same rules as in a browser of that width,
 * drawn smaller where there is less room. Its content is part of this page's application.
 */
export function StoreFrame({ title, lang, width, children }: StoreFrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const height = useSize(body)?.height ?? UNKNOWN_HEIGHT;
  const there = useSizeOf(room)?.width ?? width;
  useStyleProperty(room, '--frame-width', width);
  useStyleProperty(room, '--frame-height', Math.ceil(height));
  useStyleProperty(room, '--frame-scale', Math.min(1, there / width));
  useLayoutEffect(() => {
    body?.ownerDocument.documentElement.setAttribute('lang', htmlLang(lang));
  }, [body, lang]);
  useLayoutEffect(() => (body ? followTheme(body.ownerDocument) : undefined), [body]);

  return (
    <div ref={room} className={styles.room}>
      <div className={styles.screen}>
        <iframe
          ref={frame}
          className={styles.frame}
          title={title}
          // A document of its own, in standards mode; about:blank would be in quirks mode.
          srcDoc="<!doctype html>"
          onLoad={() => void fillFrame(frame.current?.contentDocument ?? null).then(setBody)}
        />
        {body && createPortal(<div onClickCapture={openBeside}>{children}</div>, body)}
      </div>
    </div>
  );
}

/** A link of the previewed page would lead out of the preview: it opens beside it. Pictures open in the page itself. */
function openBeside(event: MouseEvent) {
  const link = (event.target as Element).closest('a');
  if (!link || link.querySelector('img')) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, '_blank', 'noopener,noreferrer');
}

/** The frame is as dark as the page around it. */
function followTheme(inside: Document): () => void {
  const copy = () => {
    const { theme } = document.documentElement.dataset;
    if (theme) inside.documentElement.dataset['theme'] = theme;
    else delete inside.documentElement.dataset['theme'];
  };
  copy();
  const observer = new MutationObserver(copy);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

interface Size {
  width: number;
  height: number;
}

/** The size of an element, as it changes. */
function useSize(element: HTMLElement | null): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.scrollHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

function useSizeOf(ref: RefObject<HTMLElement | null>): Size | null {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setElement(ref.current), [ref]);
  return useSize(element);
}

/**
 * Gives the document of a frame the styles of this page; resolves to its body once they are there, so that nothing is
 * ever shown without them. Null when there is no document to fill.
 */
async function fillFrame(inside: Document | null): Promise<HTMLElement | null> {
  if (!inside) return null;
  const sheets = [...document.head.querySelectorAll('link[rel="stylesheet"], style')];
  await Promise.all(
    sheets.map((sheet) => {
      const copy = inside.importNode(sheet, true);
      const there = new Promise<void>((resolve) => {
        copy.addEventListener('load', () => resolve());
        // A page without one of its styles is still better than none.
        copy.addEventListener('error', () => resolve());
        if (copy.localName === 'style') resolve();
      });
      inside.head.append(copy);
      return there;
    }),
  );
  return inside.body;
}
