import type { ErrorCode, ErrorData } from '@yunduo/api-contract';

/** Codes of the client itself: the server was not reached, or the response was not from this API. */
export type ClientErrorCode = 'NO_ANSWER' | 'TIMEOUT' | 'ABORTED' | 'UNREADABLE';
export type ApiErrorCode = ErrorCode | ClientErrorCode;

/** A failed call as plain data, for a store to hold and a form to read. */
export interface ApiFailure {
  /** HTTP status; 0 without a response. */
  status: number;
  code: ApiErrorCode;
  /** In the language of the request; empty if the response had none. */
  msg: string;
  data: ErrorData;
}

/** A failed call. `body` is the parsed response body (specification §8), null if there was none. */
export class ApiError extends Error implements ApiFailure {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly msg: string;
  readonly data: ErrorData;
  readonly body: unknown;

  constructor(failure: Partial<ApiFailure> & { code: ApiErrorCode; body?: unknown; cause?: unknown }) {
    super(failure.msg || failure.code, { cause: failure.cause });
    this.status = failure.status ?? 0;
    this.code = failure.code;
    this.msg = failure.msg ?? '';
    this.data = failure.data ?? {};
    this.body = failure.body ?? null;
  }

  toFailure(): ApiFailure {
    return { status: this.status, code: this.code, msg: this.msg, data: this.data };
  }
}

/**
 * An error response as an ApiError: its envelope if there is one, otherwise the plain body (a proxy's page).
 */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  if (isRecord(body) && typeof body.code === 'string') {
    return new ApiError({
      status,
      code: body.code as ApiErrorCode,
      msg: typeof body.msg === 'string' ? body.msg : '',
      data: isRecord(body.data) ? (body.data as ErrorData) : {},
      body,
    });
  }
  return new ApiError({ status, code: 'UNREADABLE', body });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
