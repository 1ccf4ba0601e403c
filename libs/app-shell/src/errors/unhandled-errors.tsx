import { isApiFailure } from '@yunduo/data-access';
import { useEffect, useState } from 'react';

/** Errors not caused by the page: an extension's script, or a call that was aborted or already reported. */
export function isFatal(error: unknown): boolean {
  if (!(error instanceof Error) || isApiFailure(error)) return false;
  return error.name !== 'AbortError';
}

/**
 * Passes an unhandled error to the error page (specification §8), as if a view had thrown it. Once per
 * layout, and not on the error page itself, whose errors have no other page.
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
