import type { ApiFailure } from '@yunduo/api-client';

/** True for a rejection of a call of this slice: `catch (error) { if (isApiFailure(error)) … }`. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return (
    typeof error === 'object' && error !== null && 'status' in error && 'code' in error && 'msg' in error
  );
}

/**
 * For a failed call that a toast has already reported: does nothing.
 * @throws `error` itself if it is not an `ApiFailure`, because then it is a defect.
 */
export function throwUnlessApiFailure(error: unknown): void {
  if (!isApiFailure(error)) throw error;
}
