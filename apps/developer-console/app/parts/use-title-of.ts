import { useEffect } from 'react';

/** The title says what the page is about before it says which page it is: several apps stay apart as tabs of a browser. */
export function useTitleOf(name: string): void {
  useEffect(() => {
    const page = document.title;
    const own = `${name} · ${page}`;
    document.title = own;
    return () => {
      // The next page has a title of its own by now.
      if (document.title === own) document.title = page;
    };
  }, [name]);
}
