import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

// Limits of the control panel and of developers' webhooks, and of the schemas for apps. Kept out of `limits.ts`,
// which every page loads.

/** * Build tokens. `touch`: the time of last use is written at most this often. */
export const DEV_TOKEN = { nameMax: 40, daysMax: 365, live: 20, touch: 5 * MINUTE } as const;
/** * Days before a token expires at which its owner is notified. */
export const DEV_TOKEN_NOTICE_DAYS = 7;
/**
 * * Webhooks. `timeout`: from name resolution to the last byte of the response; `answerBytes` of a response
 * are read and `answerKept` are logged; `pauses`: between attempts of a delivery, each lengthened or
 * shortened by up to `jitter`; `disableAfter`: a webhook that fails for this long is disabled, with the
 * try `disableTry` of an event at the earliest, so that one interruption after a quiet week does not disable it;
 * `secretOverlap`: how long the old secret signs beside a new one; `lease`: after it, a delivery that a
 * process took but did not finish is free again.
 */
export const WEBHOOK = {
  each: 10,
  ports: [443, 8443],
  timeout: 10 * SECOND,
  answerBytes: 64 * 1024,
  answerKept: 1024,
  pauses: [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  jitter: 0.1,
  disableAfter: 5 * DAY,
  disableTry: 4,
  secretOverlap: DAY,
  retention: 30 * DAY,
  lease: MINUTE,
} as const;
/** * Concurrent deliveries: of one developer across all processes, and in one process. */
export const WEBHOOK_AT_ONCE = { developer: 2, process: 16 } as const;
/** * Publishers. `proofTimeout`: for the request to a developer's website; DNS has less. */
export const PUBLISHER = { nameMin: 2, nameMax: 40, proofTimeout: 6 * SECOND } as const;

/** * HTML of the details in one language, tags included. */
export const APP_DETAILS_MAX = 20_000;
/** * Bytes of a package. */
export const PACKAGE_BYTES_MAX = 20 * 1024 ** 3;
export const SUGGESTION_ANSWER_MAX = 1000;
export const APPEAL_TEXT_MAX = 2000;
