import { htmlLang, type Locale } from '@yunduo/i18n';
import { useStyleProperty } from '@yunduo/ui';
import { useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './store-frame.module.css';

/** Height in CSS pixels until the page has rendered: that of a store page, so that content below stays out of view. */
const UNKNOWN_HEIGHT = 2000;

interface StoreFrameProps {
  /** Accessible name, for users who navigate by frame. */
  title: string;
  lang: Locale;
  /** Viewport width of the framed page, in CSS pixels. */
  width: number;
  children: ReactNode;
}

/**
 * A viewport of another width inside the page: its content follows the same media queries as in a browser of that
 * width, scaled down if there is less space. The content is part of this page's React tree.
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
          // A separate document in standards mode; about:blank would be in quirks mode.
          srcDoc="<!doctype html>"
          onLoad={() => void fillFrame(frame.current?.contentDocument ?? null).then(setBody)}
        />
        {body && createPortal(<div onClickCapture={openBeside}>{children}</div>, body)}
      </div>
    </div>
  );
}

/** A link in the previewed page would leave the preview: it opens in a new tab. Pictures open in the page itself. */
function openBeside(event: MouseEvent) {
  const link = (event.target as Element).closest('a');
  if (!link || link.querySelector('img')) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, '_blank', 'noopener,noreferrer');
}

/** Copies the page's theme to the frame. */
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

/** The size of an element, observed. */
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
 * Copies the page's stylesheets into the document of a frame; resolves to its body once they have loaded, so that it
 * never shows unstyled. Null if there is no document.
 */
async function fillFrame(inside: Document | null): Promise<HTMLElement | null> {
  if (!inside) return null;
  const sheets = [...document.head.querySelectorAll('link[rel="stylesheet"], style')];
  await Promise.all(
    sheets.map((sheet) => {
      const copy = inside.importNode(sheet, true);
      const there = new Promise<void>((resolve) => {
        copy.addEventListener('load', () => resolve());
        // A page that lacks one stylesheet is better than none.
        copy.addEventListener('error', () => resolve());
        if (copy.localName === 'style') resolve();
      });
      inside.head.append(copy);
      return there;
    }),
  );
  return inside.body;
}
