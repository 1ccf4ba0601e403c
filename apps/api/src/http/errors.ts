import { ERRORS, type ErrorCode, type ErrorData } from '@yunduo/api-contract';
import type { ProofMethod, TokenScope } from '@yunduo/validation';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { BrokenRule } from './field-errors.ts';

export interface ErrorDetails {
  /** Field → key of the `validation` words. */
  fields?: Record<string, FieldMessage>;
  /** The rules of the call's schema that its input breaks. */
  rules?: readonly BrokenRule[];
  /** Milliseconds until the call may be tried again. */
  retryAfter?: number;
  captchaRequired?: boolean;
  /** Edit conflict: what stands now. */
  revision?: number;
  /** The ways in which the account can prove itself. */
  proof?: ProofMethod[];
  /** Sign-in: the second step that is asked for. */
  secondStep?: ErrorData['second_step'];
  /** The scope that a token lacks; null where no token may call. */
  scope?: TokenScope | null;
  /** What stands in the message, such as `{ limit: '2 MB' }`. */
  words?: Record<string, string | number>;
}

/** Codes that are about one field, whichever rule broke: the form says the words of the code there. */
const FIELD_OF: Partial<Record<ErrorCode, string>> = {
  CODE_INVALID: 'code',
  DEVICE_CODE_INVALID: 'user_code',
  INVITATION_EXPIRED: 'invitation_code',
  INVITATION_USED_UP: 'invitation_code',
  INVITATION_REVOKED: 'invitation_code',
  LICENCE_SERVER_TAKEN: 'fingerprint',
  PAY_PROVIDER_UNAVAILABLE: 'provider',
};

/** A refusal of the catalogue. Anything else that is thrown becomes INTERNAL and is logged. */
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
    this.code = code;
    this.status = ERRORS[code];
    this.rules = rules ?? [];
    this.retryAfter = retryAfter === undefined ? null : Math.max(1, Math.ceil(retryAfter / 1000));
    this.words = {
      ...(this.retryAfter !== null && { minutes: Math.ceil(this.retryAfter / 60) }),
      ...words,
    };
    const field = FIELD_OF[code];
    const ofFields = fields ?? (field !== undefined && { [field]: 'field_invalid' });
    const data: ErrorData = {
      ...(ofFields && { fields: ofFields }),
      ...(this.retryAfter !== null && { retry_after: this.retryAfter }),
      ...(captchaRequired !== undefined && { captcha_required: captchaRequired }),
      ...(revision !== undefined && { revision }),
      ...(proof && { proof }),
      ...(secondStep && { second_step: secondStep }),
      ...(scope !== undefined && { scope }),
    };
    this.data = Object.keys(data).length > 0 ? data : null;
  }
}

/** `throw apiError('VALIDATION_FAILED', { fields: { email: 'email_invalid' } })` */
export const apiError = (code: ErrorCode, details?: ErrorDetails): ApiError => new ApiError(code, details);
