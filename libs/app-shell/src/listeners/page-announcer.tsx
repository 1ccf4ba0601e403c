import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

// The title that was last told: a frame that comes anew, as with an error page, goes on from it.
let told: string | undefined;

/** Reads out the name of each page that the router brings; the first one the browser reads itself. */
export function PageAnnouncer() {
  const { key } = useLocation();
  const idle = useNavigation().state === 'idle';
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!idle) return;
    const { title } = document;
    if (told && told !== title && words.current) words.current.textContent = title;
    told = title;
  }, [idle, key]);
  return <p ref={words} className="sr" aria-live="polite" data-above-dialogs="" />;
}
