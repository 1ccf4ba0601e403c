import type { ErrorCode, ErrorData } from '@yunduo/api-contract';

/** Codes that the client itself gives: the server was not reached, or what came was not an answer of ours. */
export type ClientErrorCode = 'NO_ANSWER' | 'TIMEOUT' | 'ABORTED' | 'UNREADABLE';
export type ApiErrorCode = ErrorCode | ClientErrorCode;

/** A failed call as plain data: what a store keeps and a form reads. */
export interface ApiFailure {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  code: ApiErrorCode;
  /** In the language of the request; empty when the answer carried none. */
  msg: string;
  data: ErrorData;
}

/** A failed call. `body` is the response body as it came (specification §8), null when there was none. */
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

/** An error answer as an ApiError: the envelope where there is one, the bare body (a proxy's page) otherwise. */
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
