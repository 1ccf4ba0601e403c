import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

/**
 * The numbers of the business (specification §5 and §9; those marked * are decisions of the API contract).
 * Forms, the server and the tests import them from here; they stand nowhere else. Widths and heights are tokens of
 * `libs/ui`.
 * Lengths are Unicode code points, times milliseconds unless the name says otherwise, sizes bytes.
 */

export const PASSWORD = { min: 8, max: 20 } as const;
export const CHANGED_PASSWORD = { min: 8, max: 16, kinds: 2 } as const;
export const NICKNAME = { min: 2, max: 20 } as const;
export const EMAIL_MAX = 254;
export const EMAIL_CODE_LENGTH = 6;
export const FEEDBACK_TITLE_MAX = 64;
export const APP_NAME = { min: 4, max: 20 } as const;
export const APP_INTRO_MAX = 100;
/** * The optional plain text of an app. */
export const APP_DESCRIPTION_MAX = 500;
/** * HTML of the details, tags included, in one language. */
export const APP_DETAILS_MAX = 20_000;
export const APP_KEYWORDS = { count: 10, length: 24 } as const;
export const APP_LICENCE_MAX = 64;
export const APP_REQUIREMENT_MAX = 100;
/** * `constraint` and `note` are those of one relation, `package` the name of a package. */
export const APP_RELATIONS = { count: 20, constraint: 40, note: 200, package: 100 } as const;
export const URL_MAX = 300;
/** * Apps of one developer that were never in the store. */
export const APP_DRAFTS_MAX = 50;
export const SCREENSHOT_ALT_MAX = 120;
/** * Uploaded pictures of one app that no draft refers to, and how long they are kept. */
export const PICTURES_WAITING = { count: 20, ttl: 24 * HOUR } as const;
/** * The largest logo that is taken. */
export const LOGO_BYTES_MAX = 2 * 1024 * 1024;
export const LOGO_PIXELS_MIN = 256;
export const VERSION_DESCRIPTION_MAX = 500;
export const VERSION_CHANGES = { count: 30, length: 200 } as const;
export const GIT_VERSION_MAX = 100;
/** * Bytes of a package. */
export const PACKAGE_BYTES_MAX = 20 * 1024 ** 3;
export const SUGGESTION_ANSWER_MAX = 1000;
export const APPEAL_TEXT_MAX = 2000;
export const YANK_REASON_MAX = 500;
export const SCREENSHOTS_MAX = 5;
/** A screenshot is smaller than this: 3,145,727 bytes pass, 3,145,728 do not. */
export const SCREENSHOT_BYTES_LIMIT = 3 * 1024 * 1024;
/** * The largest avatar that is taken. */
export const AVATAR_BYTES_MAX = 2 * 1024 * 1024;
/** * The largest picture that is opened to cut an avatar out of it: only the small square is sent. */
export const AVATAR_SOURCE_BYTES_MAX = 30 * 1024 * 1024;
/** * Pictures above this many pixels are refused before they are decoded. */
export const PICTURE_PIXELS_MAX = 40_000_000;
/** * A moving picture keeps its frames up to so many of them, and so many pixels of all together. */
export const ANIMATION = { frames: 300, pixels: 25_000_000 } as const;
export const PICTURE_WIDTHS = [320, 640, 1280] as const;
export const REVIEW_WORKING_DAYS = 3;
/** * How long after a rejection its developer may appeal, in days. */
export const REVIEW_APPEAL_DAYS = 7;
/** Review time runs through the whole of a working day, midnight to midnight in Asia/Shanghai. */
export const WORKING_DAY = DAY;
/** Days that the law makes free in each year: a calendar with fewer holidays is not all there. */
export const PUBLIC_HOLIDAYS = 13;
/** * How long a reviewer holds a version after the last thing they did with it. */
export const REVIEW_CLAIM_TTL = 2 * HOUR;
/** * Working time before the deadline at which reviewers are reminded. */
export const REVIEW_DUE_SOON = WORKING_DAY;
/** * What is said about how long reviews take: over the last so many decisions, and not at all over fewer. */
export const REVIEW_WAIT = { decisions: 20, fewest: 5 } as const;
/** * Characters of a reviewer's words: beside a checklist item, and as the reason of a rejection. */
export const REVIEW_CHECK_NOTE_MAX = 500;
export const REVIEW_REASON_MAX = 2000;
/** * Characters of what a reviewer asks for at one field. */
export const SUGGESTION_MAX = 1000;
export const CALENDAR_NAME_MAX = 40;
/** * Days of one year that may be set in one go. */
export const CALENDAR_DAYS_MAX = 120;
/** * How long a link shows a draft to somebody without an account. */
export const PREVIEW_TTL = 30 * MINUTE;
/** * Days of download statistics in one answer: a year, leap day included. */
export const STATS_DAYS_MAX = 366;
/** * How long something that happened to an app stays among the notices, in days. */
export const NOTICE_DAYS = 30;
export const PRIVATE_INSTALL_MINUTES = [3, 5] as const;
export const LICENCE_PLANS = ['m1', 'm3', 'm6', 'm12', 'permanent'] as const;
/** Months of a plan; null never ends. */
export const PLAN_MONTHS = { m1: 1, m3: 3, m6: 6, m12: 12, permanent: null } as const;
/** * How long a client may go without reaching us, and the outer limit after an expiry. */
export const LICENCE_GRACE = 14 * DAY;
/** * Unbinding: so often in so many days, and never twice within a day. */
export const LICENCE_UNBIND = { count: 3, days: 365, apart: DAY } as const;
/** * An offer to transfer a licence lives so long. */
export const LICENCE_TRANSFER_TTL = 7 * DAY;
/** * Days before the expiry on which its owner gets a mail. */
export const LICENCE_REMINDER_DAYS = [30, 7, 1] as const;
/**
 * * Places of a licence's client. `overlap`: a server that answers from one network, another one and the first again
 * within this time is two; `max`: so many networks are remembered; `told`: the owner hears of it once in this time;
 * `shown`: so long it stands beside the licence.
 */
export const LICENCE_PLACES = { overlap: DAY, max: 8, told: DAY, shown: 7 * DAY } as const;
export const LICENCE_REMARK_MAX = 100;
export const SERVER_NAME_MAX = 60;
export const UNBIND_REASON_MAX = 200;
/** Why operators gave or ended a licence, or shut an account out. */
export const OPERATOR_REASON_MAX = 500;
/** * The file that a server without network writes, in characters. */
export const OFFLINE_REQUEST_MAX = 4000;
/** A licence file ends after so many months, counted as terms are, or with its licence if that is earlier. */
export const OFFLINE_FILE_MONTHS = 12;
/** The deactivation receipt of a server, in characters. */
export const OFFLINE_RECEIPT_MAX = 4000;

export const LOCALE_COOKIE_DAYS = 365;
/** A chosen appearance, and a strip that was sent away (docs/decisions/0028-limit-what-the-head-script-reads-before-the-first-paint.md). */
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
/** * How often a visible page asks for the latest build. */
export const UPDATE_CHECK_INTERVAL = 10 * MINUTE;

/** * Slider captcha. Lengths in logical pixels of the picture. */
export const CAPTCHA = {
  width: 480,
  height: 240,
  piece: 56,
  minX: 72,
  tolerance: 3,
  /** * Of a picture that nobody touched. */
  challengeTtl: 120 * SECOND,
  /** Of a picture that somebody works on: WCAG 2.2.1 has no time limit above twenty hours. */
  patience: 24 * HOUR,
  /** The browser computes, nobody waits at a clock: a slow phone in a background tab still arrives in time. */
  proofTtl: 15 * MINUTE,
  ticketTtl: 180 * SECOND,
  /** Failed pictures that make the proof of work cheaper. */
  failuresForAlternative: 3,
} as const;

/**
 * * Proof of work of the captcha. A picture's is made of parts, so that its length hardly varies; hashes are those of
 * each part on average.
 */
export const CAPTCHA_WORK = {
  hashes: 1500,
  /** With the track of a hand: some 24,000 hashes. */
  parts: 16,
  /** Keys, steps, one press, assistive technology: some 96,000 hashes. */
  partsWithoutTrack: 64,
  /** The highest number to try instead of a picture; half of it on average. */
  automatic: 300_000,
  automaticAfterFailures: 100_000,
  /**
   * A network pays double from so many pictures of the last hour on, four times from twice as many, and so on to
   * `priceMax`. A failed one counts as several.
   */
  priceAfter: 40,
  failureCounts: 5,
  priceMax: 8,
} as const;

/** * Codes by mail. */
export const EMAIL_CODE = {
  ttl: 600 * SECOND,
  resendAfter: 60 * SECOND,
  tries: 5,
  /** * Of them, for networks that did not ask for it: a stranger's guesses leave the owner some. */
  triesElsewhere: 3,
  /** * To one address in one scene, whoever asks. */
  perAddressHour: 5,
  perAddressDay: 10,
  /** * Of them, for one network: a stranger's mails leave the owner some. */
  perNetworkHour: 4,
  perNetworkDay: 6,
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

/** * Sessions: idle and absolute life, and how many of one account live at a time. */
export const SESSION = { idle: 30 * DAY, absolute: 180 * DAY, live: 20 } as const;
/**
 * * Devices that signed in to an account. `retention`: after the last sign-in; `count`: of one account, the longest unseen is
 * forgotten first; `reportTtl`: the link of the mail about a new one.
 */
export const KNOWN_DEVICE = { retention: 365 * DAY, count: 20, reportTtl: 7 * DAY } as const;
/**
 * * Second factors. `stepTtl`, `stepTries`: the second step of a sign-in lives so long and takes so many tries; `setupTtl`:
 * an authenticator app is confirmed within it; `tries`: codes tried for an account from one known device, one known
 * network, or all strangers together.
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
 * * Passkeys. `count`: of one account; `challengeTtl`: what a device has to sign lives so long; `challenges`: how often an
 * account asks for one.
 */
export const PASSKEY = {
  count: 10,
  labelMax: 40,
  challengeTtl: 5 * MINUTE,
  challenges: [{ count: 30, window: 15 * MINUTE }],
} as const;
/** * Digits of an authenticator app, and seconds that one code counts. One code before and after are taken, too. */
export const TOTP = { digits: 6, period: 30, window: 1 } as const;
/** * How long a session that proved its owner may do what asks for a fresh proof. */
export const FRESH_PROOF = 15 * MINUTE;
/**
 * * Device sign-in (RFC 8628). `ttl`: its codes live so long; `interval`: a client polls no faster, and `slowDown` more
 * each time that it does, up to `intervalMax`; `tries`: codes that one account looks at, allows or denies.
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

/** * Apps of one check, and what a report says in its own words. */
export const CHECK_APPS_MAX = 100;
export const REPORT_TEXT = { min: 10, max: 1000 } as const;
/** * How often one person may report, whatever it is about. */
export const REPORTS = { perHour: 5, perDay: 20 } as const;
/** * Places in the editors' selection. */
export const FEATURED_MAX = 200;
/**
 * * Downloads. `clientsPerAddress`: so many clients behind one address count for a version and day, since whoever asks
 * can make up names for themselves. `retentionDays`: who was counted is forgotten then; the numbers stay.
 */
export const DOWNLOADS = { perMinute: 120, clientsPerAddress: 20, retentionDays: 7 } as const;
/** * Views of the page of an app: of one network in a minute, and how many of one app count on a day. */
export const VIEWS = { perMinute: 120, perNetwork: 20 } as const;
/** * Apps in a feed. */
export const FEED_ENTRIES = 30;

// Apart from `ORDER` and `FEEDBACK`: what the operators' forms need of them does not bring the rest along.
export const ORDER_QUANTITY_MAX = 100;
/** Characters of what an operator tells the buyer about a refund, and of a bank's reference. */
export const REFUND_NOTE_MAX = 500;
export const TRANSFER_REFERENCE_MAX = 64;
export const FEEDBACK_ANSWER_MAX = 5000;

/**
 * * Orders. `paymentTtl`: an order that nobody paid is cancelled then. A bank transfer takes days: whoever chooses it
 * has `transferTtl` instead, counted from the order, and keeps it whatever they choose afterwards.
 */
export const ORDER = {
  quantityMax: ORDER_QUANTITY_MAX,
  paymentTtl: 30 * MINUTE,
  /** How long before its end an unpaid order warns. */
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
/** Decisions about money that need a second operator (`SECOND_OPERATOR_ABOVE`, issue 27 §4). */
export const SECOND_OPERATOR = {
  /** Yuan: above it unless the configuration says otherwise. No licence costs as much, ten permanent ones cost less. */
  above: 10_000,
  /** How long a proposal waits; then it has no effect. */
  ttl: 7 * DAY,
  /** What an operator grants without an order within this time counts together. */
  grantWindow: DAY,
  /** A licence counts by the highest price of its plan within this time. */
  priceWindow: 30 * DAY,
} as const;
/** * The largest price of one piece, in minor units: a quantity of it stays within a database integer. */
export const PRICE_MAX = 20_000_000;
/** * How far the clock of a payment provider may be off; an older notice is a replay. */
export const PAY_NOTICE_AGE = 5 * MINUTE;
/**
 * A try to pay of which nothing was heard `after` that long is asked for at its provider, `until` that long; sums that
 * are owed back are sent every `giveBackEvery`.
 */
export const PAY_RECONCILE = { after: 2 * MINUTE, until: 3 * DAY, giveBackEvery: 5 * MINUTE };
/** How often a page that waits for a payment asks for its order. */
export const PAY_POLLING = 4 * SECOND;
/** * How long the link to an invoice works in a tab that has no session. */
export const INVOICE_LINK_TTL = 5 * MINUTE;

/** * How long a client may rely on what it was told about updates. */
export const UPDATE_MANIFEST_TTL = DAY;
/** How long the link to a file works. */
export const DOWNLOAD_LINK_TTL = 600 * SECOND;
/**
 * * Feedback. `files`: of one ticket; `waiting`: uploads of one user that belong to no ticket yet, and how long they are
 * kept; `link`: how long the address of a file works; `transfer`: the longest that one upload may take.
 */
export const FEEDBACK = {
  descriptionMax: 5000,
  answerMax: FEEDBACK_ANSWER_MAX,
  files: 5,
  fileNameMax: 100,
  pictureBytesMax: 10 * 1024 * 1024,
  /** Pixels across, at most: a screenshot stays legible, a list shows it small. */
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
 * * The newsletter. `confirmTtl`: the link of the confirmation; `unsubscribeTtl`: the link that stands in a mail;
 * `undoTtl`: the way back of somebody who unsubscribed by mistake; `retention`: whoever unsubscribed is forgotten then.
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

/**
 * How many times the limit of a /64 the networks around it have, of version 6 alone: a /56 holds 256 of them, a /48
 * 65,536.
 */
export const WIDER_NETWORKS = { of56: 4, of48: 16 } as const;

/** * How often a user may take all their data along. */
export const EXPORTS_PER_HOUR = 10;
/**
 * * How often somebody may ask for what has no limit of its own above. Each is far above what people and the programs
 * that are meant do, and stops who asks without pause.
 */
export const RATES = {
  /** One address. A picture costs processor time: enough for a hall of people behind it, not for a flood. */
  captchas: [
    { count: 60, window: MINUTE },
    { count: 600, window: HOUR },
  ],
  /** One address: pictures failed beyond these add nothing, its price is at the highest. */
  captchaFailures: [{ count: 100, window: HOUR }],
  /** One address: sliders solved by pages of a release that knows no proof of work. */
  captchasUnproven: [{ count: 10, window: HOUR }],
  /** One address: codes are tried by people, this is somebody at work on many accounts. */
  codeTries: [{ count: 60, window: HOUR }],
  /** One address: one site asks, for many users. */
  handovers: [{ count: 120, window: MINUTE }],
  /** One address: an office whose people install the client on the same morning. */
  deviceBegins: [
    { count: 30, window: 10 * MINUTE },
    { count: 300, window: DAY },
  ],
  /** One address: as many clients poll, each every few seconds. */
  devicePolls: [{ count: 600, window: MINUTE }],
  /** One address: the codes that its people type. */
  deviceCodes: [{ count: 120, window: HOUR }],
  /** One address: changes of an e-mail address that are undone. */
  emailUndos: [{ count: 20, window: HOUR }],
  /** One user. Decoding pictures costs processor time: people change theirs now and then. */
  avatars: [{ count: 20, window: HOUR }],
  /** One address: the links of the newsletter's mails. More than this is somebody guessing. */
  subscriptionLinks: [{ count: 60, window: HOUR }],
  /** One user, who sets up a rack of servers. */
  binds: [{ count: 200, window: 10 * MINUTE }],
  /** One user: each offer of a licence writes to an address that somebody typed. */
  transfers: [{ count: 10, window: DAY }],
  /** One address: a company's servers ask from one. */
  verifies: [{ count: 300, window: MINUTE }],
  /** One address and process: an office that searches the store, with pages that ask while people type. */
  searches: { count: 240, window: MINUTE },
  /** One address and process: a company's clients ask whether their apps have updates. */
  updateChecks: { count: 240, window: MINUTE },
  /** One developer: somebody types, and the page asks now and then. */
  appNames: [{ count: 60, window: MINUTE }],
  /** One developer: the page saves by itself, every few seconds at most. */
  appSaves: [
    { count: 60, window: MINUTE },
    { count: 1_200, window: HOUR },
  ],
  /** One developer: decoding pictures costs processor time. */
  appPictures: [{ count: 60, window: 10 * MINUTE }],
  /** One operator: pictures of articles. */
  articlePictures: [{ count: 60, window: 10 * MINUTE }],
  /** One developer: steps of a version or an app. */
  appSteps: [{ count: 30, window: MINUTE }],
  /** One developer: links to a draft are made by hand. */
  previewLinks: [{ count: 60, window: HOUR }],
  /** One developer: more tokens than this are a script that lost its way. */
  devTokens: [{ count: 30, window: HOUR }],
  /** One address: a company's clients ask whether there is an update. */
  clientUpdates: [{ count: 300, window: MINUTE }],
  /** One developer: webhooks are set up by hand. */
  webhooks: [{ count: 60, window: HOUR }],
  /** One developer: who they are in the store is changed by hand. */
  publishers: [{ count: 30, window: HOUR }],
  /** One developer: looks at a website or a name server, each a request that we send. */
  publisherProofs: [
    { count: 10, window: 10 * MINUTE },
    { count: 40, window: DAY },
  ],
  /** One developer: pings and replays, each a request that we send. */
  webhookSends: [
    { count: 20, window: MINUTE },
    { count: 200, window: HOUR },
  ],
} as const;
/** * How long ended sessions, used tokens and sent mails are known, for whoever looks into an incident. */
export const TRACES_KEPT = 30 * DAY;
/** * How long an account's security events are shown to its owner. */
export const ACCOUNT_EVENTS_KEPT = 180 * DAY;
/** * What proves, without naming anybody, who agreed to what before an account was deleted. */
export const CLOSURE_KEPT = 3 * 365 * DAY;

/** * The brand: what stands in the frame of every page and in every mail. */
export const BRAND = { nameMax: 40, sloganMax: 120, recordMax: 60 } as const;

export const PAGE_SIZE = { default: 20, max: 100 } as const;
export const SEARCH_MAX = 64;
export const BIRTHDAY_MIN = '1900-01-01';

/** From so many on an activity tells how many take part. */
export const JOINED_SHOWN_FROM = 20;
