import { useLayoutEffect } from 'react';

/**
 * Sets the document's title while a view without `meta` is shown: an error thrown by a view or a script is
 * not a router error. The previous title is restored unless the next page has set its own.
 */
export function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
