import { focusHeading } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A link to a part of a page takes the keyboard along, as the browser's own would: the next Tab goes on in that part. */
export function usePartFocus(): void {
  const { key, hash } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    // Where the page begins, the browser has been there itself.
    if (shown.current === key) return;
    shown.current = key;
    const part = hash && document.getElementById(hash.slice(1));
    if (part) focusHeading(part);
  }, [key, hash]);
}
