import { DrizzleQueryError } from 'drizzle-orm';

/** Connection lost, refused or too slow: the database is unavailable, and the caller may retry. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

// Class 08 connection, 53 resources, 57P0x shutdown, 57014 statement timeout, 25P03 idle in transaction, 40P01
// deadlock: the victim is rolled back, and a retry succeeds once the other transaction has finished.
const AWAY_STATES = /^(08...|53...|57P0.|57014|25P03|40P01)$/;
const AWAY_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENOENT',
]);
const AWAY_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|connection is not queryable/i;

/** Unwraps the driver's error from drizzle's. */
export function driverError(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/**
 * Whether the error means that the database is unavailable, as reported by the driver or by us: worth a retry, unlike a
 * rejected statement.
 */
export function databaseIsAway(error: unknown): boolean {
  const cause = driverError(error);
  if (cause instanceof DatabaseAway) return true;
  if (!(cause instanceof Error)) return false;
  if (cause instanceof AggregateError) return cause.errors.some(databaseIsAway);
  const { code, syscall } = cause as { code?: string; syscall?: string };
  if (code !== undefined && AWAY_STATES.test(code)) return true;
  if (code !== undefined && syscall !== undefined && AWAY_SYSTEM.has(code)) {
    // A missing file does not mean a missing database.
    return ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall);
  }
  return AWAY_MESSAGES.test(cause.message);
}

/** The unique index that a write violated, or null. */
export function brokenUniqueIndex(error: unknown): string | null {
  const cause = driverError(error);
  if (!(cause instanceof Error)) return null;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : null;
}

/** Whether a write referenced an account deleted concurrently: the foreign key rejects it. */
export function accountIsGone(error: unknown): boolean {
  const cause = driverError(error);
  if (!(cause instanceof Error)) return false;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23503' && (constraint ?? '').endsWith('_users_id_fk');
}

/**
 * The parts of an error that are safe to log: a failed statement with placeholders, never its values, which may be
 * addresses or hashes.
 */
export function plainError(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: '' };
  if (!(error instanceof DrizzleQueryError)) return { message: error.message, stack: error.stack ?? '' };
  const cause = error.cause as (Error & { code?: string }) | undefined;
  // Messages of class 22 repeat the value: `invalid input syntax for type date: "…"`.
  const reason = cause?.code?.startsWith('22') ? `a value was refused (${cause.code})` : cause?.message;
  const message = `${reason ?? 'failed'} in: ${error.query}`;
  return { message, stack: `${message}${framesOf(cause?.stack)}` };
}

/** The stack's location lines. */
const framesOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `\n${line}`)
    .join('');
