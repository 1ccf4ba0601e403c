/**
 * The numbers of the business (specification §5 and §9; those marked * are decisions of the API contract).
 * Forms, the server and the tests import them from here; they stand nowhere else.
 * Lengths are Unicode code points, times milliseconds unless the name says otherwise, sizes bytes.
 */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const PASSWORD = { min: 8, max: 20 } as const;
export const CHANGED_PASSWORD = { min: 8, max: 16, kinds: 2 } as const;
export const NICKNAME = { min: 2, max: 20 } as const;
export const EMAIL_MAX = 254;
export const EMAIL_CODE_LENGTH = 6;
export const FEEDBACK_TITLE_MAX = 64;
export const APP_NAME = { min: 4, max: 20 } as const;
export const APP_INTRO_MAX = 100;
export const SCREENSHOTS_MAX = 5;
/** A screenshot is smaller than this: 3,145,727 bytes pass, 3,145,728 do not. */
export const SCREENSHOT_BYTES_LIMIT = 3 * 1024 * 1024;
/** * The largest avatar that is taken. */
export const AVATAR_BYTES_MAX = 2 * 1024 * 1024;
/** * Pictures above this many pixels are refused before they are decoded. */
export const PICTURE_PIXELS_MAX = 40_000_000;
export const PICTURE_WIDTHS = [320, 640, 1280] as const;
export const REVIEW_WORKING_DAYS = 3;
/** * How long after a rejection its developer may appeal, in days. */
export const REVIEW_APPEAL_DAYS = 7;
export const PRIVATE_INSTALL_MINUTES = [3, 5] as const;
export const LICENCE_PLANS = ['m1', 'm3', 'm6', 'm12', 'permanent'] as const;
export const SERVERS_PER_LICENCE = 1;

export const LOCALE_COOKIE_DAYS = 365;
export const TOAST = { duration: 3000, minWidth: 420, maxWidth: 720 } as const;
export const NOTIFICATION_WIDTH = 365;
export const DIALOG_WIDTH = 446;
export const OVERLAY = { base: 2000, spread: 2500 } as const;
export const LOADING_BAR = {
  height: 3,
  duration: 2000,
  throttle: 200,
  hideDelay: 500,
  resetDelay: 400,
} as const;
export const MARKDOWN_NESTING_MAX = 100;
export const DEVICE_ID = '2';
export const UPLOAD_TOKEN = 'web';
export const RELOAD_GUARD_TTL = 10_000;
/** * How often a visible page asks for the latest build. */
export const UPDATE_CHECK_INTERVAL = 10 * MINUTE;

/** * Slider captcha. Lengths in logical pixels of the picture. */
export const CAPTCHA = {
  width: 480,
  height: 240,
  piece: 56,
  minX: 72,
  tolerance: 3,
  challengeTtl: 120 * SECOND,
  ticketTtl: 180 * SECOND,
  failuresForAlternative: 3,
} as const;

/** * Codes by mail. */
export const EMAIL_CODE = {
  ttl: 600 * SECOND,
  resendAfter: 60 * SECOND,
  tries: 5,
  perAddressHour: 5,
  perAddressDay: 10,
  perIpHour: 20,
} as const;

/** * Sign-in. */
export const SIGN_IN = {
  window: 15 * MINUTE,
  failuresForCaptcha: 5,
  failuresForLock: 10,
  lock: 15 * MINUTE,
  perIp: 30,
  checkedPasswords: 10,
  checkedPasswordsWindow: 5 * MINUTE,
} as const;

/** * Sessions: idle and absolute life. */
export const SESSION = { idle: 30 * DAY, absolute: 180 * DAY } as const;
export const HANDOVER_TTL = 60 * SECOND;
export const EMAIL_CHANGE = { tokenTtl: 15 * MINUTE, undoTtl: 72 * HOUR } as const;

export const PAGE_SIZE = { default: 20, max: 100 } as const;
export const SEARCH_MAX = 64;
export const BIRTHDAY_MIN = '1900-01-01';
