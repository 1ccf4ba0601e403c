import { useLayoutEffect, useEffect, useRef, useState } from 'react';
import { loadChunk } from '../lazy/load-chunk.ts';
import sheet from './rich-text.css?url&no-inline';
import styles from './rich-text.module.css';
import { TextFailed } from './text-failed.tsx';
import { useFromServer } from './use-from-server.ts';

interface RichTextProps {
  /** Rich text as the server stores it: sanitised on write. */
  html: string;
}

const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Third-party rich text in an isolated container (R1.06): a shadow root, so that no style crosses in either
 * direction, and a box that fixed content cannot leave. The server renders it as declarative shadow DOM,
 * which needs no script. In the browser it is sanitised a second time and inserted into an attached root.
 */
export function RichText({ html }: RichTextProps) {
  return <RichTextBody key={html} html={html} />;
}

function RichTextBody({ html }: RichTextProps) {
  const fromServer = useFromServer();
  const [missed, setMissed] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  useBeforePaint(() => {
    const element = host.current;
    // The parser, or the head's script (`intent-loader.ts`), has already attached the root.
    if (!element || element.shadowRoot) return;
    const root = element.attachShadow({ mode: 'open' });
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet;
    const body = document.createElement('div');
    body.className = 'body';
    root.append(link, body);
    loadChunk(() => import('./sanitise.ts')).then(
      ({ sanitise }) => {
        body.innerHTML = sanitise(html, 'rich-text') as unknown as string;
      },
      () => setMissed(true),
    );
  }, [html, missed]);
  if (missed) return <TextFailed onRetry={() => setMissed(false)} />;
  return (
    <div
      ref={host}
      className={styles.host}
      // The parser removes the template, so React finds other markup than it rendered.
      suppressHydrationWarning
      dangerouslySetInnerHTML={fromServer ? { __html: declarativeRoot(html) } : undefined}
    />
  );
}

function declarativeRoot(html: string): string {
  // Stored text holds no template; if one were ever present, it must not close this one.
  const body = html.replace(/<(?=\/?template\b)/gi, '&lt;');
  return `<template shadowrootmode="open"><link rel="stylesheet" href="${sheet}"><div class="body">${body}</div></template>`;
}
