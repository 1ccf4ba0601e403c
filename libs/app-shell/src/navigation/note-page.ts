/**
 * Records the page of a request. The returned function tells whether the visitor is still there: a response
 * may navigate only from its own page. `path` treats all queries of an address as one page.
 */
export function notePage(by: 'address' | 'path' = 'address'): () => boolean {
  const page = () => (by === 'path' ? location.pathname : location.pathname + location.search);
  const noted = page();
  return () => page() === noted;
}
