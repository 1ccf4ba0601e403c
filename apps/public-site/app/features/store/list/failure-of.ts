import type { RouteFailure } from '@yunduo/data-access';

/** The HTTP status of what `load` throws, and the call that failed; anything else is a fault of ours and thrown on. */
export function failureOf(error: unknown): { status: number; failure: { status: number; msg: string } } {
  if (typeof error === 'object' && error !== null && 'init' in error && 'data' in error) {
    const { status } = error.init as ResponseInit;
    const { answered, msg } = error.data as RouteFailure;
    return {
      // The query was made valid before it was sent: what is refused is the service's trouble, not the reader's.
      status: status !== undefined && status >= 500 ? status : 503,
      failure: { status: answered, msg },
    };
  }
  throw error;
}
