import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

// The last announced title. A remounted frame, as on an error page, continues from it.
let told: string | undefined;

/**
 * Announces the title of each page that the router opens. The screen reader announces the first one itself.
 */
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
