import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

// Limits of what operators publish, as `limits.ts` has them; they are decisions of the API contract. Apart from that file,
// since every page of both apps begins with it.

/**
 * Invitations to download the client. `days`: how long one works unless told; `aheadMax`: an end further away is a slip
 * of the finger. `freeAgain`: the same visitor does not spend another use. `guesses`: codes that do not exist, per
 * address, before it must wait. `claims`: what one address may ask for in an hour, right codes too.
 */
export const INVITATION = {
  usesMax: 10_000,
  noteMax: 200,
  days: 90,
  aheadMax: 3 * 366 * DAY,
  freeAgain: DAY,
  /** So many codes are made at once. */
  batchMax: 100,
  guesses: [
    { count: 10, window: 15 * MINUTE },
    { count: 40, window: DAY },
  ],
  claims: [{ count: 600, window: HOUR }],
  claimsOfUser: [{ count: 60, window: HOUR }],
} as const;

/**
 * Requests for an invitation. `retention`: one that nobody answered is forgotten then; `retentionAnswered`: how long an answered
 * one is kept, so that operators see who asked before.
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
 * Releases. `artefactMax`: one uploaded file; the command line has no such limit. `transfer`: the longest that one
 * request for a file, or one upload of them, may take; a download goes on with the next request.
 */
export const RELEASE = {
  notesMax: 5000,
  reasonMax: 500,
  imageMax: 200,
  artefactMax: 1024 * 1024 * 1024,
  transfer: 6 * HOUR,
} as const;

/** Activities: `fresh` is how long an answer may be kept while nothing begins or ends. */
export const ACTIVITY = {
  titleMax: 60,
  introMax: 300,
  htmlMax: 20_000,
  termsMax: 10_000,
  fresh: 10 * SECOND,
} as const;

/** What editors write, in each language. */
export const ARTICLE = {
  titleMax: 120,
  introMax: 600,
  htmlMax: 20_000,
  linkTextMax: 40,
  facts: 12,
  factMax: 200,
  positionMax: 1000,
  pictureBytesMax: 5 * 1024 * 1024,
  /** Pixels across that a picture of the site is stored with, at most. */
  pictureWidth: 1600,
  /** How many published versions the history of an article lists. */
  versionsListed: 50,
  /** How long the address of a preview works. */
  previewTtl: 30 * MINUTE,
} as const;
export const PROTOCOL_TEXT_MAX = 50_000;
/** How far ahead a new version of a protocol may be announced. */
export const PROTOCOL_AHEAD_MAX = 366 * DAY;
