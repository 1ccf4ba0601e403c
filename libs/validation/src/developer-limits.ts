import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

// What the control panel and the webhooks of developers alone need: apart from `limits.ts`, which every page carries.

/** * Tokens for a build server. `touch`: it is written down at most this often that one was used. */
export const DEV_TOKEN = { nameMax: 40, daysMax: 365, live: 20, touch: 5 * MINUTE } as const;
/** * Days before its end at which a token is announced to its owner. */
export const DEV_TOKEN_NOTICE_DAYS = 7;
/**
 * * Webhooks of a developer. `timeout`: from resolving the name to the last byte of the answer; `answerBytes` are read of
 * an answer and `answerKept` stay in the log; `pauses` stand between the tries of a delivery, each up to `jitter` of it
 * longer or shorter; `disableAfter`: a webhook that failed for so long is switched off; `secretOverlap`: so long the secret
 * before a new one signs, too; `lease`: a delivery that a process took and did not finish is free again after it.
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
  secretOverlap: DAY,
  retention: 30 * DAY,
  lease: MINUTE,
} as const;
/** * Deliveries that are under way at once: of one developer in all processes, and in one process. */
export const WEBHOOK_AT_ONCE = { developer: 2, process: 16 } as const;
/** * Publishers. `proofTimeout`: for the look at a developer's website; a name server has less. */
export const PUBLISHER = { nameMin: 2, nameMax: 40, proofTimeout: 6 * SECOND } as const;
