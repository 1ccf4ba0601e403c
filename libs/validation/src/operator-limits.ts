import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

// Limits of what operators publish; they are decisions of the API contract. Kept out of `limits.ts`, which
// every page of both apps loads.

/**
 * Invitations to download the client. `days`: default lifetime; `aheadMax`: a later expiry is a typing error.
 * `freeAgain`: the same visitor does not spend another use within it. `guesses`: invalid codes per address
 * before a cooldown. `claims`: requests of one address in an hour, valid codes included.
 */
export const INVITATION = {
  usesMax: 10_000,
  noteMax: 200,
  days: 90,
  aheadMax: 3 * 366 * DAY,
  freeAgain: DAY,
  /** Codes that one request may create. */
  batchMax: 100,
  guesses: [
    { count: 10, window: 15 * MINUTE },
    { count: 40, window: DAY },
  ],
  claims: [{ count: 600, window: HOUR }],
  claimsOfUser: [{ count: 60, window: HOUR }],
} as const;

/**
 * Requests for an invitation. `retention`: an unanswered one is deleted after it; `retentionAnswered`: how
 * long an answered one is kept, so that operators see who asked before.
 */
export const INVITE_REQUEST = {
  purposeMax: 500,
  answerMax: 1000,
  retention: 90 * DAY,
  retentionAnswered: 30 * DAY,
  perAddress: [
    { count: 1, window: MINUTE },
    { count: 3, window: DAY },
  ],
  perIp: [{ count: 20, window: HOUR }],
} as const;

/**
 * Releases. `artefactMax`: one uploaded file; the command line has no such limit. `transfer`: the longest
 * duration of one file request or one upload; a download resumes with the next request.
 */
export const RELEASE = {
  notesMax: 5000,
  reasonMax: 500,
  imageMax: 200,
  artefactMax: 1024 * 1024 * 1024,
  transfer: 6 * HOUR,
} as const;

/** Activities. `fresh`: how long a response may be cached while none begins or ends. */
export const ACTIVITY = {
  titleMax: 60,
  introMax: 300,
  htmlMax: 20_000,
  termsMax: 10_000,
  fresh: 10 * SECOND,
} as const;

/** Limits of editorial texts, per language. */
export const ARTICLE = {
  titleMax: 120,
  introMax: 600,
  htmlMax: 20_000,
  linkTextMax: 40,
  facts: 12,
  factMax: 200,
  positionMax: 1000,
  pictureBytesMax: 5 * 1024 * 1024,
  /** Maximum stored width of a site picture, in pixels. */
  pictureWidth: 1600,
  /** Published versions that an article's history lists. */
  versionsListed: 50,
  /** Lifetime of a preview link. */
  previewTtl: 30 * MINUTE,
  /** How far ahead a publication or its end may be scheduled. */
  scheduleAhead: 366 * DAY,
} as const;
export const PROTOCOL_TEXT_MAX = 50_000;
/** How far ahead a new protocol version may be announced. */
export const PROTOCOL_AHEAD_MAX = 366 * DAY;
