import { useState } from 'react';

interface Answered {
  isFetching: boolean;
  isSuccess: boolean;
  requestId?: string | undefined;
}

/**
 * True once a query has a response of this visit: a form that starts from a cached text could replace a colleague's
 * newer one. The first render has the cached response, before the query fetches.
 */
export function useFresh({ isFetching, isSuccess, requestId }: Answered): boolean {
  const [cached] = useState(isFetching ? undefined : requestId);
  const [fresh, setFresh] = useState(false);
  if (!fresh && isSuccess && !isFetching && requestId !== cached) setFresh(true);
  return fresh;
}
