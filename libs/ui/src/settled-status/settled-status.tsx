import { useEffect, useState } from 'react';
import { LiveRegion } from '../live-region/live-region.tsx';

/** Milliseconds without a change after which a text is worth saying. */
const REST = 500;

/**
 * Says a text that changes by itself, such as a count, once it rests: of six counts in a moment a screen reader hears the
 * last one. The region is there before its words, and what the page shows at first is not said.
 */
export function SettledStatus({ text }: { text: string }) {
  const [settled, setSettled] = useState(text);
  const [said, setSaid] = useState('');
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
      {said}
    </LiveRegion>
  );
}
