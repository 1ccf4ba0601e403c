/** The page of a list from the address, within what the API accepts. */
export const pageOf = (query: URLSearchParams): number =>
  Math.min(10_000, Math.max(1, Math.trunc(Number(query.get('page')) || 1)));
