/**
 * The error catalogue: code → HTTP status. `libs/i18n` gives each code its words in both languages and does not
 * compile when one is missing. Every rule that a user can break is a 400 (specification §8 shows `msg` for 400, 404
 * and 500 only); 401 is a missing or dead session, 403 a missing role, 404 what does not exist or is another's.
 */
export const ERRORS = {
  VALIDATION_FAILED: 400,
  BAD_REQUEST: 400,
  TOO_MANY_REQUESTS: 400,
  CAPTCHA_REQUIRED: 400,
  CAPTCHA_FAILED: 400,
  CAPTCHA_EXPIRED: 400,
  CAPTCHA_TICKET_INVALID: 400,
  EMAIL_REQUIRED: 400,
  CODE_INVALID: 400,
  CREDENTIALS_INVALID: 400,
  ACCOUNT_LOCKED: 400,
  PASSWORD_COMMON: 400,
  PASSWORD_WRONG: 400,
  AGREEMENT_REQUIRED: 400,
  REDIRECT_REFUSED: 400,
  HANDOVER_INVALID: 400,
  CHANGE_TOKEN_INVALID: 400,
  EMAIL_TAKEN: 400,
  UNDO_INVALID: 400,
  FILE_REQUIRED: 400,
  FILE_TOO_LARGE: 400,
  FILE_TYPE: 400,
  PICTURE_UNREADABLE: 400,
  EDIT_CONFLICT: 400,
  IDEMPOTENCY_KEY_INVALID: 400,
  IDEMPOTENCY_CONFLICT: 400,
  STATE_CHANGED: 400,
  LAST_ADMIN: 400,
  OWN_ACCOUNT: 400,
  APP_NAME_TAKEN: 400,
  APP_KEY_TAKEN: 400,
  APP_KEY_FIXED: 400,
  APP_TAKEN_DOWN: 400,
  TOO_MANY_DRAFTS: 400,
  TOO_MANY_PICTURES: 400,
  LOGO_SIZE: 400,
  VERSION_TAKEN: 400,
  VERSION_NOT_HIGHER: 400,
  VERSION_OPEN: 400,
  VERSION_FIXED: 400,
  SUBMIT_INCOMPLETE: 400,
  APPEAL_OVER: 400,
  SUGGESTION_REQUIRED: 400,
  REVIEW_OWN_APP: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  APP_NOT_FOUND: 404,
  PROTOCOL_NOT_FOUND: 404,
  SUGGESTION_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** The data of a refused call: which field, and the key of its message in the `validation` words. */
export interface ErrorData {
  fields?: Record<string, string>;
  /** Seconds until the call may be tried again. */
  retry_after?: number;
  /** Sign-in: the next try must carry a captcha ticket. */
  captcha_required?: boolean;
  /** Edit conflict: the revision that stands now. */
  revision?: number;
}
