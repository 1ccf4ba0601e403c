import { useEffect, useRef, useState } from 'react';
import { loadChunk } from '../lazy/load-chunk.ts';
import styles from './prose.module.css';
import { TextFailed } from './text-failed.tsx';
import { useFromServer } from './use-from-server.ts';

interface ProseProps {
  /** Markdown that the server rendered and sanitised. */
  html: string;
  className?: string;
}

/** Rendered Markdown: only the tags of specification §1. */
export function Prose({ html, className }: ProseProps) {
  return <ProseBody key={html} html={html} className={className} />;
}

function ProseBody({ html, className }: ProseProps) {
  const fromServer = useFromServer();
  const [missed, setMissed] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The server's own HTML is already in the page. HTML from a call is sanitised a second time.
    if (fromServer || missed) return;
    loadChunk(() => import('./sanitise.ts')).then(
      ({ sanitise }) => {
        // Unless another text has replaced this one.
        if (element.current) element.current.innerHTML = sanitise(html, 'markdown') as unknown as string;
      },
      () => setMissed(true),
    );
  }, [fromServer, html, missed]);
  if (missed) return <TextFailed onRetry={() => setMissed(false)} />;
  return (
    <div
      ref={element}
      className={className ? `${styles.prose} ${className}` : styles.prose}
      dangerouslySetInnerHTML={fromServer ? { __html: html } : undefined}
    />
  );
}
