import type { ApiFailure } from '@yunduo/api-client';

/** True for what a call of this slice rejects with: `catch (error) { if (isApiFailure(error)) … }`. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return (
    typeof error === 'object' && error !== null && 'status' in error && 'code' in error && 'msg' in error
  );
}
