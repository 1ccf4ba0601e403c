import { isolate } from '@yunduo/i18n';
import { useEffect } from 'react';

/** Puts the subject before the page's name in the document title: tabs of several apps are distinguishable. */
export function useTitleOf(name: string): void {
  useEffect(() => {
    const page = document.title;
    const own = `${isolate(name)} · ${page}`;
    document.title = own;
    return () => {
      // The next page has set its own title meanwhile.
      if (document.title === own) document.title = page;
    };
  }, [name]);
}
