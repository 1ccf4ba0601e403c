import { ERRORS, type ErrorCode, type ErrorData } from '@yunduo/api-contract';
import type { ProofMethod, TokenScope } from '@yunduo/validation';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { BrokenRule } from './field-errors.ts';

export interface ErrorDetails {
  /** Field → key of the `validation` words. */
  fields?: Record<string, FieldMessage>;
  /** The schema rules that the input violates. */
  rules?: readonly BrokenRule[];
  /** Milliseconds until a retry. */
  retryAfter?: number;
  captchaRequired?: boolean;
  /** Edit conflict: the current revision. */
  revision?: number;
  /** Proof methods of the account. */
  proof?: ProofMethod[];
  /** Sign-in: the required second step. */
  secondStep?: ErrorData['second_step'];
  /** The scope that a token lacks; null where tokens are not allowed. */
  scope?: TokenScope | null;
  /** The requested app is unpublished: its name, and what replaces it. */
  unpublished?: ErrorData['unpublished'];
  /** Values in the message, such as `{ limit: '2 MB' }`. */
  words?: Record<string, string | number>;
}

/** Codes about one field, whichever rule is violated: the form shows the code's message there. */
const FIELD_OF: Partial<Record<ErrorCode, string>> = {
  CODE_INVALID: 'code',
  DEVICE_CODE_INVALID: 'user_code',
  INVITATION_EXPIRED: 'invitation_code',
  INVITATION_USED_UP: 'invitation_code',
  INVITATION_REVOKED: 'invitation_code',
  LICENCE_SERVER_TAKEN: 'fingerprint',
  PAY_PROVIDER_UNAVAILABLE: 'provider',
};

/** An error of the catalogue. Any other thrown error becomes INTERNAL and is logged. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly words: Record<string, string | number>;
  readonly data: ErrorData | null;
  readonly rules: readonly BrokenRule[];
  /** Whole seconds, at least one. */
  readonly retryAfter: number | null;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code);
    const { fields, rules, retryAfter, captchaRequired, revision, proof, secondStep, scope, words } = details;
    const { unpublished } = details;
    this.code = code;
    this.status = ERRORS[code];
    this.rules = rules ?? [];
    this.retryAfter = retryAfter === undefined ? null : Math.max(1, Math.ceil(retryAfter / 1000));
    this.words = words ?? {};
    const field = FIELD_OF[code];
    const ofFields = fields ?? (field !== undefined && { [field]: 'field_invalid' });
    const data: ErrorData = {
      ...(ofFields && { fields: ofFields }),
      ...(this.retryAfter !== null && { retry_after: this.retryAfter }),
      ...(captchaRequired !== undefined && { captcha_required: captchaRequired }),
      ...(revision !== undefined && { revision }),
      ...(proof && { proof }),
      ...(secondStep && { second_step: secondStep }),
      ...(unpublished && { unpublished }),
      ...(scope !== undefined && { scope }),
    };
    this.data = Object.keys(data).length > 0 ? data : null;
  }
}

/** `throw apiError('VALIDATION_FAILED', { fields: { email: 'email_invalid' } })` */
export const apiError = (code: ErrorCode, details?: ErrorDetails): ApiError => new ApiError(code, details);
