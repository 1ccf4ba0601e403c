import { useEffect, useRef } from 'react';

interface Request<T> {
  unwrap(): Promise<T>;
  abort(): void;
}

/**
 * Requests that end with the component that sent them: `const send = useOwnRequests(); await
 * send(verify(…))`. Unmounting aborts an open request, which then rejects.
 */
export function useOwnRequests(): <T>(request: Request<T>) => Promise<T> {
  const open = useRef(new Set<{ abort(): void }>());
  useEffect(() => {
    const requests = open.current;
    return () => {
      for (const request of requests) request.abort();
    };
  }, []);
  return async (request) => {
    open.current.add(request);
    try {
      return await request.unwrap();
    } finally {
      open.current.delete(request);
    }
  };
}
