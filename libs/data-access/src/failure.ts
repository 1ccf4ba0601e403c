import type { ApiFailure } from '@yunduo/api-client';

/** True for what a call of this slice rejects with: `catch (error) { if (isApiFailure(error)) … }`. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return (
    typeof error === 'object' && error !== null && 'status' in error && 'code' in error && 'msg' in error
  );
}

/**
 * What a view does with a failed call that a toast has reported already: nothing.
 * @throws `error` itself when it is no `ApiFailure`, because then it is a defect.
 */
export function throwUnlessApiFailure(error: unknown): void {
  if (!isApiFailure(error)) throw error;
}
