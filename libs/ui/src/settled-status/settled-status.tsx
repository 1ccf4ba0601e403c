import { useEffect, useState } from 'react';
import { LiveRegion } from '../live-region/live-region.tsx';

/** Milliseconds without a change before a text is announced. */
const REST = 500;

/**
 * Announces a text that changes by itself, such as a count, once it settles: of six quick changes a screen
 * reader reads the last one. The region exists before its text, and the initial text is not announced.
 */
export function SettledStatus({ text }: { text: string }) {
  const [settled, setSettled] = useState(text);
  const [message, setSaid] = useState('');
  useEffect(() => {
    if (text === settled) return;
    const rest = setTimeout(() => {
      setSettled(text);
      setSaid(text);
    }, REST);
    return () => clearTimeout(rest);
  }, [text, settled]);
  return (
    <LiveRegion role="status" as="span" className="sr">
      {message}
    </LiveRegion>
  );
}
