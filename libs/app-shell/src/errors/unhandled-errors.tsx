import { isApiFailure } from '@yunduo/data-access';
import { useEffect, useState } from 'react';

/** Faults that are no fault of the page: a script of an extension, a call that was given up or already reported. */
export function isFatal(error: unknown): boolean {
  if (!(error instanceof Error) || isApiFailure(error)) return false;
  return error.name !== 'AbortError';
}

/**
 * Hands an error that nobody handled to the error page (specification §8), as if a view had thrown it. Once per layout,
 * and not on the error page itself: an error there has nowhere else to go.
 */
export function UnhandledErrors() {
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    const take = (error: unknown) => {
      if (isFatal(error)) setFailure(error as Error);
    };
    const onError = ({ error }: ErrorEvent) => take(error);
    const onRejection = ({ reason }: PromiseRejectionEvent) => take(reason);
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
  if (failure) throw failure;
  return null;
}
