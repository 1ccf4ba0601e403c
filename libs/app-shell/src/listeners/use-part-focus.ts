import { focusHeading } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * A link to a part of a page moves the focus there, as native navigation does: the next Tab continues in that
 * part.
 */
export function usePartFocus(): void {
  const { key, hash } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    // On the initial page the browser has already done it.
    if (shown.current === key) return;
    shown.current = key;
    const part = hash && document.getElementById(hash.slice(1));
    if (part) focusHeading(part);
  }, [key, hash]);
}
