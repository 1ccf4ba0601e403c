import { useLayoutEffect } from 'react';

/**
 * The document's title while a view is shown that no `meta` knows of: an error that a view or a script threw is no
 * error of the router. The title before comes back with the page, unless the next page has said its own.
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
