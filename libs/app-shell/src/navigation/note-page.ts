/**
 * Notes the page that something is asked for on; the function that it returns says whether the visitor is still there.
 * An answer leads on from its own page alone: whoever went to another one meanwhile is not fetched away from it.
 * `path` takes all of an address's queries for one page.
 */
export function notePage(by: 'address' | 'path' = 'address'): () => boolean {
  const page = () => (by === 'path' ? location.pathname : location.pathname + location.search);
  const noted = page();
  return () => page() === noted;
}
