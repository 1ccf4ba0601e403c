import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

/**
 * Business limits (specification §5 and §9; those marked * are decisions of the API contract). Forms, server
 * and tests import them from here, the only place that defines them. Widths and heights are tokens of
 * `libs/ui`. Lengths are Unicode code points, times milliseconds unless the name says otherwise, sizes bytes.
 */

export const PASSWORD = { min: 8, max: 20 } as const;
export const CHANGED_PASSWORD = { min: 8, max: 16, kinds: 2 } as const;
export const NICKNAME = { min: 2, max: 20 } as const;
export const EMAIL_MAX = 254;
export const EMAIL_CODE_LENGTH = 6;
export const FEEDBACK_TITLE_MAX = 64;
export const APP_NAME = { min: 4, max: 20 } as const;
export const APP_INTRO_MAX = 100;
/** The optional plain text of an app. */
export const APP_DESCRIPTION_MAX = 500;
export const APP_KEYWORDS = { count: 10, length: 24 } as const;
export const APP_LICENCE_MAX = 64;
export const APP_REQUIREMENT_MAX = 100;
/** `constraint` and `note` belong to one relation; `package` is the name of a package. */
export const APP_RELATIONS = { count: 20, constraint: 40, note: 200, package: 100 } as const;
export const URL_MAX = 300;
/** Apps of one developer that were never published. */
export const APP_DRAFTS_MAX = 50;
export const SCREENSHOT_ALT_MAX = 120;
/** Uploaded pictures of one app that no draft refers to, and how long they are kept. */
export const PICTURES_WAITING = { count: 20, ttl: 24 * HOUR } as const;
/** The largest logo that is accepted. */
export const LOGO_BYTES_MAX = 2 * 1024 * 1024;
export const LOGO_PIXELS_MIN = 256;
export const VERSION_DESCRIPTION_MAX = 500;
export const VERSION_CHANGES = { count: 30, length: 200 } as const;
export const GIT_VERSION_MAX = 100;
export const YANK_REASON_MAX = 500;
export const SCREENSHOTS_MAX = 5;
/** Exclusive limit of a screenshot: 3,145,727 bytes pass, 3,145,728 do not. */
export const SCREENSHOT_BYTES_LIMIT = 3 * 1024 * 1024;
/** The largest avatar that is accepted. */
export const AVATAR_BYTES_MAX = 2 * 1024 * 1024;
/** The largest picture that is opened to crop an avatar from it. Only the small square is uploaded. */
export const AVATAR_SOURCE_BYTES_MAX = 30 * 1024 * 1024;
/** Pictures with more pixels are rejected before they are decoded. */
export const PICTURE_PIXELS_MAX = 40_000_000;
/**
 * Up to this many frames, and this many pixels in all frames together, an animated picture stays animated.
 */
export const ANIMATION = { frames: 300, pixels: 25_000_000 } as const;
export const PICTURE_WIDTHS = [320, 640, 1280] as const;
export const REVIEW_WORKING_DAYS = 3;
/** Days after a rejection in which the developer may appeal. */
export const REVIEW_APPEAL_DAYS = 7;
/** Review time counts whole working days, midnight to midnight in Asia/Shanghai. */
export const WORKING_DAY = DAY;
/** Statutory holidays per year: a calendar with fewer is incomplete. */
export const PUBLIC_HOLIDAYS = 13;
/** How long a claim on a version lasts after the reviewer's last action. */
export const REVIEW_CLAIM_TTL = 2 * HOUR;
/** Working time before the deadline at which reviewers are reminded. */
export const REVIEW_DUE_SOON = WORKING_DAY;
/** The stated review time covers this many recent decisions, and is not stated with fewer. */
export const REVIEW_WAIT = { decisions: 20, fewest: 5 } as const;
/** Characters of a reviewer's note on a checklist item, and of a rejection's reason. */
export const REVIEW_CHECK_NOTE_MAX = 500;
export const REVIEW_REASON_MAX = 2000;
/** Characters of a requested change at one field. */
export const SUGGESTION_MAX = 1000;
export const CALENDAR_NAME_MAX = 40;
/** Days of one year that can be set in one call. */
export const CALENDAR_DAYS_MAX = 120;
/** How long a preview link shows a draft without an account. */
export const PREVIEW_TTL = 30 * MINUTE;
/** Days of download statistics in one response: a year, leap day included. */
export const STATS_DAYS_MAX = 366;
/** How long an app's event stays among the notices, in days. */
export const NOTICE_DAYS = 30;
/** Notices of a developer in one response: open tasks first, then the newest. */
export const NOTICES_MAX = 50;
export const PRIVATE_INSTALL_MINUTES = [3, 5] as const;
export const LICENCE_PLANS = ['m1', 'm3', 'm6', 'm12', 'permanent'] as const;
/** Months of a plan; null never expires. */
export const PLAN_MONTHS = { m1: 1, m3: 3, m6: 6, m12: 12, permanent: null } as const;
/** How long a client may stay offline, and the outer limit after an expiry. */
export const LICENCE_GRACE = 14 * DAY;
/** Unbinding: this many times in this many days, and never twice within a day. */
export const LICENCE_UNBIND = { count: 3, days: 365, apart: DAY } as const;
/** Lifetime of an offer to transfer a licence. */
export const LICENCE_TRANSFER_TTL = 7 * DAY;
/** Days before expiry on which the owner gets an email. */
export const LICENCE_REMINDER_DAYS = [30, 7, 1] as const;
/**
 * Networks of a licence's client. `overlap`: a client seen in one network, another and the first again
 * within this time counts as two servers; `max`: networks that are remembered; `notifyEvery`: the owner is notified
 * once in this time; `shown`: how long the notice stays beside the licence.
 */
export const LICENCE_PLACES = { overlap: DAY, max: 8, notifyEvery: DAY, shown: 7 * DAY } as const;
export const LICENCE_REMARK_MAX = 100;
export const SERVER_NAME_MAX = 60;
export const UNBIND_REASON_MAX = 200;
/** Why an operator granted or revoked a licence, or disabled an account. */
export const OPERATOR_REASON_MAX = 500;
/** Characters of the file that an offline server writes. */
export const OFFLINE_REQUEST_MAX = 4000;
/**
 * A licence file expires after this many months (counted as plan months), or with its licence if that is
 * earlier.
 */
export const OFFLINE_FILE_MONTHS = 12;
/** Characters of a server's deactivation receipt. */
export const OFFLINE_RECEIPT_MAX = 4000;

export const LOCALE_COOKIE_DAYS = 365;
/**
 * Cookies for the chosen theme and a dismissed banner
 * (docs/decisions/0028-limit-what-the-head-script-reads-before-the-first-paint.md).
 */
export const CHOICE_COOKIE_DAYS = 365;
export const TOAST = { duration: 3000 } as const;
export const OVERLAY = { base: 2000, spread: 2500 } as const;
export const LOADING_BAR = {
  duration: 2000,
  throttle: 200,
  hideDelay: 500,
  resetDelay: 400,
} as const;
export const MARKDOWN_NESTING_MAX = 100;
export const DEVICE_ID = '2';
export const UPLOAD_TOKEN = 'web';
export const RELOAD_GUARD_TTL = 10_000;
/** How often a visible page asks for the latest build. */
export const UPDATE_CHECK_INTERVAL = 10 * MINUTE;

/** Slider captcha. Lengths are logical pixels of the picture. */
export const CAPTCHA = {
  width: 480,
  height: 240,
  piece: 56,
  minX: 72,
  tolerance: 3,
  /** Lifetime of an untouched picture. */
  challengeTtl: 120 * SECOND,
  /** Lifetime of a picture in use: WCAG 2.2.1 exempts time limits above twenty hours. */
  patience: 24 * HOUR,
  /**
   * The browser computes and the user does not wait: a slow phone in a background tab must still finish in
   * time.
   */
  proofTtl: 15 * MINUTE,
  ticketTtl: 180 * SECOND,
  /** Failed pictures after which the proof of work becomes cheaper. */
  failuresForAlternative: 3,
} as const;

/**
 * From this many pictures in the last hour a network pays double, from twice as many four times, and so on up to
 * `priceMax`. Not in `CAPTCHA_WORK`, which every page would load for the one figure that another constant reads.
 */
export const CAPTCHA_PRICE_AFTER = 40;
/**
 * Proof of work of the captcha. A picture's proof has several parts, so that its duration hardly varies.
 * Hashes are the average of each part.
 */
export const CAPTCHA_WORK = {
  hashes: 1500,
  /** For an answer with a pointer track: some 24,000 hashes. */
  parts: 16,
  /** For keys, steps, a single press or assistive technology: some 96,000 hashes. */
  partsWithoutTrack: 64,
  /** The highest number to try instead of a picture; on average half of it is needed. */
  automatic: 300_000,
  automaticAfterFailures: 100_000,
  /** A failed picture counts as several. */
  failureCounts: 5,
  priceMax: 8,
} as const;

/** Verification codes by email. */
export const EMAIL_CODE = {
  ttl: 600 * SECOND,
  resendAfter: 60 * SECOND,
  tries: 5,
  /**
   * Of these, tries for networks that did not request the code. Guesses by strangers leave the owner the
   * rest.
   */
  triesElsewhere: 3,
  /** To one address in one scene, from all networks. */
  perAddressHour: 5,
  perAddressDay: 10,
  /** Of these, for one network: emails requested by a stranger leave the owner the rest. */
  perNetworkHour: 4,
  perNetworkDay: 6,
  perIpHour: 20,
} as const;

/** Sign-in. */
export const SIGN_IN = {
  window: 15 * MINUTE,
  failuresForCaptcha: 5,
  failuresForLock: 10,
  lock: 15 * MINUTE,
  perIp: 30,
  checkedPasswords: 10,
  checkedPasswordsWindow: 5 * MINUTE,
} as const;

/** Sessions: idle and absolute lifetime, and how many of one account live at a time. */
export const SESSION = { idle: 30 * DAY, absolute: 180 * DAY, live: 20 } as const;
/**
 * Known devices of an account. `retention`: after the last sign-in; `count`: per account, the longest
 * unused is removed first; `reportTtl`: the link in the new-device email.
 */
export const KNOWN_DEVICE = { retention: 365 * DAY, count: 20, reportTtl: 7 * DAY } as const;
/**
 * Two-step sign-in. `stepTtl`, `stepTries`: lifetime and attempts of the second step; `setupTtl`: time to
 * confirm an authenticator app; `tries`: codes tried per account from one known device, from one known
 * network, or from all strangers together.
 */
export const FACTOR = {
  stepTtl: 10 * MINUTE,
  stepTries: 5,
  setupTtl: 15 * MINUTE,
  recoveryCodes: 10,
  tries: [
    { count: 10, window: 15 * MINUTE },
    { count: 40, window: DAY },
  ],
} as const;
/**
 * Passkeys. `count`: per account; `challengeTtl`: lifetime of a challenge; `challenges`: how often an
 * account requests one.
 */
export const PASSKEY = {
  count: 10,
  labelMax: 40,
  challengeTtl: 5 * MINUTE,
  challenges: [{ count: 30, window: 15 * MINUTE }],
} as const;
/**
 * Digits of an authenticator code, and seconds that one code is valid. One code before and one after are
 * accepted too.
 */
export const TOTP = { digits: 6, period: 30, window: 1 } as const;
/** How long after a fresh proof of identity a session may do what requires one. */
export const FRESH_PROOF = 15 * MINUTE;
/**
 * Device sign-in (RFC 8628). `ttl`: lifetime of its codes; `interval`: a client polls no faster, and
 * `slowDown` is added each time that it does, up to `intervalMax`; `tries`: codes that one account looks up,
 * allows or denies.
 */
export const DEVICE_SIGN_IN = {
  ttl: 10 * MINUTE,
  interval: 5 * SECOND,
  slowDown: 5 * SECOND,
  intervalMax: 60 * SECOND,
  nameMax: 40,
  systemMax: 40,
  tries: [
    { count: 20, window: 15 * MINUTE },
    { count: 100, window: DAY },
  ],
} as const;
export const HANDOVER_TTL = 60 * SECOND;
export const EMAIL_CHANGE = { tokenTtl: 15 * MINUTE, undoTtl: 72 * HOUR } as const;

/** Apps of one compatibility check, and the text of a report. */
export const CHECK_APPS_MAX = 100;
export const REPORT_TEXT = { min: 10, max: 1000 } as const;
/** How often one person may report, across all apps. */
export const REPORTS = { perHour: 5, perDay: 20 } as const;
/** Places in the editors' selection. */
export const FEATURED_MAX = 200;
/**
 * Downloads. `clientsPerAddress`: clients behind one address that count for a version and day, since a
 * caller can invent client names. `retentionDays`: counted clients are deleted after it; the totals stay.
 */
export const DOWNLOADS = { perMinute: 120, clientsPerAddress: 20, retentionDays: 7 } as const;
/** Page views of an app: of one network in a minute, and how many of one app count in a day. */
export const VIEWS = { perMinute: 120, perNetwork: 20 } as const;
/** Apps in a feed. */
export const FEED_ENTRIES = 30;

// Separate from `ORDER` and `FEEDBACK`, so that operators' forms do not load the rest of those.
export const ORDER_QUANTITY_MAX = 100;
/** Characters of an operator's message to the buyer about a refund, and of a bank reference. */
export const REFUND_NOTE_MAX = 500;
export const TRANSFER_REFERENCE_MAX = 64;
export const FEEDBACK_ANSWER_MAX = 5000;

/**
 * Orders. `paymentTtl`: an unpaid order is cancelled after it. A bank transfer takes days: an order for
 * which it is chosen has `transferTtl` instead, counted from its creation, and keeps it after another choice.
 */
export const ORDER = {
  quantityMax: ORDER_QUANTITY_MAX,
  paymentTtl: 30 * MINUTE,
  /** How long before its cancellation an unpaid order warns. */
  paymentWarning: 5 * MINUTE,
  transferTtl: 7 * DAY,
  /** Unpaid orders of one user at a time. */
  openMax: 10,
  perHour: 30,
  refundReasonMax: 500,
  invoiceTitleMax: 100,
  noteMax: REFUND_NOTE_MAX,
  referenceMax: TRANSFER_REFERENCE_MAX,
  descriptionMax: 200,
} as const;
/** Financial decisions that need a second operator (`SECOND_OPERATOR_ABOVE`, issue 27 §4). */
export const SECOND_OPERATOR = {
  /** CNY. The default of the configuration: no single licence costs as much, ten permanent ones cost less. */
  above: 10_000,
  /** How long a proposal stays open; then it has no effect. */
  ttl: 7 * DAY,
  /** Grants of one operator without an order are added up over this time. */
  grantWindow: DAY,
  /** A licence is valued at the highest price of its plan within this time. */
  priceWindow: 30 * DAY,
} as const;
/** The highest unit price, in minor units: price times quantity fits a database integer. */
export const PRICE_MAX = 20_000_000;
/** Tolerated clock skew of a payment provider; an older notification is a replay. */
export const PAY_NOTICE_AGE = 5 * MINUTE;
/**
 * A payment attempt without a result is queried at its provider from `after` until `until`; refunds owed are
 * sent every `giveBackEvery`.
 */
export const PAY_RECONCILE = { after: 2 * MINUTE, until: 3 * DAY, giveBackEvery: 5 * MINUTE };
/** How often a page that waits for a payment polls its order. */
export const PAY_POLLING = 4 * SECOND;
/** How long the QR code of a payment can be scanned, by the rules of WeChat Pay. */
export const PAY_CODE_TTL = 2 * HOUR;
/** Lifetime of an invoice link, which opens in a tab without a session. */
export const INVOICE_LINK_TTL = 5 * MINUTE;

/** How long a client may cache an update check. */
export const UPDATE_MANIFEST_TTL = DAY;
/** Lifetime of a file link. */
export const DOWNLOAD_LINK_TTL = 600 * SECOND;
/**
 * Feedback. `files`: per ticket; `waiting`: uploads of one user without a ticket, and how long they are
 * kept; `link`: lifetime of a file's address; `transfer`: the longest duration of one upload.
 */
export const FEEDBACK = {
  descriptionMax: 5000,
  answerMax: FEEDBACK_ANSWER_MAX,
  files: 5,
  fileNameMax: 100,
  pictureBytesMax: 10 * 1024 * 1024,
  /** Maximum width in pixels: a screenshot stays legible, a list shows it small. */
  pictureWidths: { full: 1920, preview: 320 },
  videoBytesMax: 50 * 1024 * 1024,
  waiting: { count: 10, ttl: DAY },
  link: 10 * MINUTE,
  transfer: 10 * MINUTE,
  uploadsPerHour: 40,
  perHour: 5,
  perDay: 20,
} as const;

/**
 * Newsletter. `confirmTtl`: the confirmation link; `unsubscribeTtl`: the link in each email; `undoTtl`: how
 * long an unsubscription can be undone; `retention`: an unsubscribed address is deleted after it.
 */
export const SUBSCRIPTION = {
  confirmTtl: 3 * DAY,
  unsubscribeTtl: 400 * DAY,
  undoTtl: HOUR,
  retention: 30 * DAY,
  perAddress: [
    { count: 1, window: MINUTE },
    { count: 5, window: DAY },
  ],
  perIp: [{ count: 20, window: HOUR }],
} as const;

/** Factor on the limit of a /64 for the IPv6 networks around it: a /56 holds 256 of them, a /48 65,536. */
export const WIDER_NETWORKS = { of56: 4, of48: 16 } as const;

/** How often a user may export their data. */
export const EXPORTS_PER_HOUR = 10;
/**
 * Rate limits of calls without a limit of their own above. Each is far above what people and intended
 * programs need, and stops a caller that asks without pause.
 */
export const RATES = {
  /** One address. A picture costs CPU time: enough for a conference hall, not for a flood. */
  captchas: [
    { count: 60, window: MINUTE },
    { count: 600, window: HOUR },
  ],
  /** One address: failed pictures beyond these add nothing, the price is already the highest. */
  captchaFailures: [{ count: 100, window: HOUR }],
  /**
   * One address: sliders solved by pages of a release without proof of work. As many as cost the lowest price, which
   * is 14 ms of a script's time each: the proof makes floods expensive, not these.
   */
  captchasUnproven: [{ count: CAPTCHA_PRICE_AFTER, window: HOUR }],
  /** One address: people try a few codes; more is an attack on many accounts. */
  codeTries: [{ count: 60, window: HOUR }],
  /** One address: one server asks on behalf of many users. */
  handovers: [{ count: 120, window: MINUTE }],
  /** One address: an office where everyone installs the client on the same morning. */
  deviceBegins: [
    { count: 30, window: 10 * MINUTE },
    { count: 300, window: DAY },
  ],
  /** One address: the same number of clients, each polling every few seconds. */
  devicePolls: [{ count: 600, window: MINUTE }],
  /** One address: codes typed by people. */
  deviceCodes: [{ count: 120, window: HOUR }],
  /** One address: undone email address changes. */
  emailUndos: [{ count: 20, window: HOUR }],
  /** One user. Decoding pictures costs CPU time, and people change theirs rarely. */
  avatars: [{ count: 20, window: HOUR }],
  /** One address: links in newsletter emails. More than this is guessing. */
  subscriptionLinks: [{ count: 60, window: HOUR }],
  /** One user who sets up a rack of servers. */
  binds: [{ count: 200, window: 10 * MINUTE }],
  /** One user: each transfer offer sends an email to an address that the user typed. */
  transfers: [{ count: 10, window: DAY }],
  /** One address: all servers of a company share it. */
  verifies: [{ count: 300, window: MINUTE }],
  /** One address and process: an office that searches the store, with pages that search while people type. */
  searches: { count: 240, window: MINUTE },
  /** One address and process: a company's clients check their apps for updates. */
  updateChecks: { count: 240, window: MINUTE },
  /** One developer: the page checks while they type. */
  appNames: [{ count: 60, window: MINUTE }],
  /** One developer: the page autosaves every few seconds at most. */
  appSaves: [
    { count: 60, window: MINUTE },
    { count: 1_200, window: HOUR },
  ],
  /** One developer: decoding pictures costs CPU time. */
  appPictures: [{ count: 60, window: 10 * MINUTE }],
  /** One operator: pictures of articles. */
  articlePictures: [{ count: 60, window: 10 * MINUTE }],
  /** One developer: actions on a version or an app. */
  appSteps: [{ count: 30, window: MINUTE }],
  /** One developer: preview links are created by hand. */
  previewLinks: [{ count: 60, window: HOUR }],
  /** One developer: more tokens than this come from a faulty script. */
  devTokens: [{ count: 30, window: HOUR }],
  /** One address: a company's clients check for an update. */
  clientUpdates: [{ count: 300, window: MINUTE }],
  /** One developer: webhooks are created by hand. */
  webhooks: [{ count: 60, window: HOUR }],
  /** One developer: the publisher profile is edited by hand. */
  publishers: [{ count: 30, window: HOUR }],
  /** One developer: checks of a website or of DNS, each an outgoing request. */
  publisherProofs: [
    { count: 10, window: 10 * MINUTE },
    { count: 40, window: DAY },
  ],
  /** One developer: pings and redeliveries, each an outgoing request. */
  webhookSends: [
    { count: 20, window: MINUTE },
    { count: 200, window: HOUR },
  ],
} as const;
/** How long ended sessions, used tokens and sent emails are kept for incident analysis. */
export const TRACES_KEPT = 30 * DAY;
/** How long an account's security events are shown to its owner. */
export const ACCOUNT_EVENTS_KEPT = 180 * DAY;
/** How long the anonymous proof of a deleted account's consents is kept. */
export const CLOSURE_KEPT = 3 * 365 * DAY;

/** The brand, as every page frame and every email shows it. */
export const BRAND = { nameMax: 40, sloganMax: 120, recordMax: 60 } as const;

export const PAGE_SIZE = { default: 20, max: 100 } as const;
export const SEARCH_MAX = 64;
export const BIRTHDAY_MIN = '1900-01-01';

/** From this number on, an activity shows how many take part. */
export const JOINED_SHOWN_FROM = 20;
