import type { ProofMethod, TokenScope } from '@yunduo/validation';
import type { Envelope } from './endpoint.ts';

/**
 * The error catalogue: code → HTTP status. `libs/i18n` has the text of each code in both languages and does
 * not compile if one is missing. Every rule that a user can break is a 400 (specification §8 shows `msg` for
 * 400, 404 and 500 only); 401 is a missing or ended session, 403 a missing role, 404 an object that does not
 * exist or belongs to another user.
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
  ACCOUNT_DISABLED: 400,
  PASSWORD_COMMON: 400,
  PASSWORD_PERSONAL: 400,
  PASSWORD_PRODUCT: 400,
  SIGN_IN_LINK_INVALID: 400,
  PASSWORD_WRONG: 400,
  PROOF_REQUIRED: 400,
  SECOND_FACTOR_REQUIRED: 400,
  STAFF_FACTOR_REQUIRED: 400,
  SECOND_STEP_OVER: 400,
  FACTOR_INVALID: 400,
  FACTOR_SETUP_OVER: 400,
  PASSKEY_REFUSED: 400,
  PASSKEY_LIMIT: 400,
  PASSKEY_NOT_FOUND: 404,
  STAFF_FACTOR_LAST: 400,
  DEVICE_PENDING: 400,
  DEVICE_SLOW_DOWN: 400,
  DEVICE_DENIED: 400,
  DEVICE_EXPIRED: 400,
  DEVICE_CODE_INVALID: 400,
  AGREEMENT_REQUIRED: 400,
  REDIRECT_REFUSED: 400,
  HANDOVER_INVALID: 400,
  CHANGE_TOKEN_INVALID: 400,
  EMAIL_TAKEN: 400,
  EMAIL_SAME: 400,
  UNDO_INVALID: 400,
  FILE_REQUIRED: 400,
  FILE_TOO_LARGE: 400,
  FILE_TYPE: 400,
  PICTURE_UNREADABLE: 400,
  PICTURE_PIXELS: 400,
  PICTURE_HEIC: 400,
  PICTURE_ANIMATED: 400,
  PICTURE_ANIMATION: 400,
  EDIT_CONFLICT: 400,
  IDEMPOTENCY_KEY_INVALID: 400,
  IDEMPOTENCY_CONFLICT: 400,
  STATE_CHANGED: 400,
  LAST_ADMIN: 400,
  OWN_ACCOUNT: 400,
  CONFLICT_OF_INTEREST: 400,
  PROPOSAL_PENDING: 400,
  PROPOSAL_OWN: 400,
  PROPOSAL_OVER: 400,
  PROPOSAL_STALE: 400,
  APP_NAME_TAKEN: 400,
  APP_KEY_TAKEN: 400,
  APP_KEY_FIXED: 400,
  APP_TAKEN_DOWN: 400,
  TOO_MANY_DRAFTS: 400,
  TOO_MANY_PICTURES: 400,
  LOGO_SIZE: 400,
  SCREENSHOT_SIZE: 400,
  VERSION_TAKEN: 400,
  VERSION_NOT_HIGHER: 400,
  VERSION_OPEN: 400,
  VERSION_FIXED: 400,
  VERSION_SUBMITTED: 400,
  APP_SUBMITTED: 400,
  SUBMIT_INCOMPLETE: 400,
  APPEAL_OVER: 400,
  SUGGESTION_REQUIRED: 400,
  REVIEW_OWN_APP: 400,
  REVIEW_OWN_REJECTION: 400,
  REVIEW_CLAIMED: 400,
  CHECKLIST_INCOMPLETE: 400,
  CHECKLIST_NOT_PASSED: 400,
  PROTOCOL_CHANGED: 400,
  DEVELOPER_REVOKED: 400,
  TOKEN_LIMIT: 400,
  WEBHOOK_LIMIT: 400,
  WEBHOOK_DISABLED: 400,
  LICENCE_BOUND: 400,
  LICENCE_BOUND_HERE: 400,
  LICENCE_NOT_BOUND: 400,
  LICENCE_EXPIRED: 400,
  LICENCE_REVOKED: 400,
  LICENCE_NOT_STARTED: 400,
  LICENCE_PERMANENT: 400,
  LICENCE_IN_TRANSFER: 400,
  LICENCE_TRANSFER_BOUND: 400,
  LICENCE_TRANSFER_SELF: 400,
  LICENCE_SERVER_TAKEN: 400,
  LICENCE_SERVER_REPLACED: 400,
  TRANSFER_CLOSED: 400,
  UNBIND_TOO_SOON: 400,
  UNBIND_LIMIT: 400,
  OFFLINE_REQUEST_INVALID: 400,
  OFFLINE_KEY_ENDED: 400,
  OFFLINE_FILE_NONE: 400,
  LICENCE_FILE_OUT: 400,
  LICENCE_FILE_OUT_OLD: 400,
  RECEIPT_INVALID: 400,
  RECEIPT_FOREIGN: 400,
  RECEIPT_USED: 400,
  RECEIPT_EXPIRED: 400,
  PLAN_UNAVAILABLE: 400,
  ORDER_LIMIT: 400,
  ORDER_EXPIRED: 400,
  ORDER_STATE: 400,
  PAY_PROVIDER_UNAVAILABLE: 400,
  PAY_NOTICE_INVALID: 400,
  PAY_NOTICE_CONFLICT: 400,
  PAY_AMOUNT_MISMATCH: 400,
  TRANSFER_AMOUNT_MISMATCH: 400,
  TRANSFER_REFERENCE_USED: 400,
  TRANSFER_CONFIRMED: 400,
  REFUND_TRANSFERRED: 400,
  INVOICE_UNAVAILABLE: 400,
  INVITATION_EXPIRED: 400,
  INVITATION_USED_UP: 400,
  INVITATION_REVOKED: 400,
  PROTOCOL_REQUIRED: 400,
  DOWNLOAD_EXPIRED: 400,
  RELEASE_TAKEN: 400,
  RELEASE_INCOMPLETE: 400,
  ARTEFACT_TYPE: 400,
  ATTACHMENT_INVALID: 400,
  VIDEO_UNREADABLE: 400,
  MEDIA_TYPE: 400,
  SUBSCRIBE_LINK_INVALID: 400,
  ACTIVITY_NOT_STARTED: 400,
  ACTIVITY_ENDED: 400,
  ARTICLE_UNCHANGED: 400,
  DELETION_BLOCKED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  TOKEN_SCOPE_MISSING: 403,
  NOT_FOUND: 404,
  APP_NOT_FOUND: 404,
  PROTOCOL_NOT_FOUND: 404,
  SUGGESTION_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  PREVIEW_NOT_FOUND: 404,
  LICENCE_NOT_FOUND: 404,
  TRANSFER_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  INVITE_REQUEST_NOT_FOUND: 404,
  DOWNLOAD_NOT_FOUND: 404,
  RELEASE_NOT_FOUND: 404,
  FEEDBACK_NOT_FOUND: 404,
  FEEDBACK_FILE_NOT_FOUND: 404,
  ACTIVITY_NOT_FOUND: 404,
  ARTICLE_NOT_FOUND: 404,
  ARTICLE_PREVIEW_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** An error of one field. */
export interface FieldError {
  in: 'query' | 'body';
  /** A JSON pointer (RFC 6901) into the query or the body. */
  pointer: string;
  /** A keyword of the call's schema, such as `maximum`, or the key of a sentence. More may be added. */
  rule: string;
  /** The parameters of the rule: a number, a type, a pattern, the values of a set. */
  limit?: number | string | string[];
  /** For people, in the language of the call. */
  message: string;
}

/** The data of a rejected call: the field, and the key of its message in the `validation` words. */
export interface ErrorData {
  fields?: Record<string, string>;
  /** The same fields for programs, with place, rule and sentence. */
  errors?: FieldError[];
  /** Seconds until the call may be tried again. */
  retry_after?: number;
  /** Sign-in: the next attempt must carry a captcha ticket. */
  captcha_required?: boolean;
  /** A proof is required: the account's methods. */
  proof?: ProofMethod[];
  /** Sign-in: the password was right, and one of these methods is required as well. */
  second_step?: { ticket: string; methods: ProofMethod[]; until: string };
  /** Edit conflict: the current revision. */
  revision?: number;
  /** An app that was published and is not any more. */
  unpublished?: {
    app_key: string;
    name: string;
    /** The published app that replaces it, if its developer named one. */
    replaced_by: { id: number; app_key: string; name: string } | null;
  };
  /** The scope that a build token lacks; null if the call accepts no build token. */
  scope?: TokenScope | null;
}

/** The envelope of a rejection. */
export interface RefusalEnvelope extends Envelope<ErrorData | null> {
  /**
   * The `x-request-id` header, which identifies the request in the server's log. Absent if it could not be
   * read.
   */
  request_id?: string;
}
