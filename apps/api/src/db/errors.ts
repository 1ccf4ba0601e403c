import { DrizzleQueryError } from 'drizzle-orm';

/** Connection lost, refused or too slow: the database is away, and the caller may try again. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

// Class 08 connection, 53 resources, 57P0x shutdown, 57014 statement timeout, 25P03 idle in transaction, 40P01 deadlock:
// nothing was done for whoever had to give way, and the other one is through a moment later.
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

/** Drizzle wraps what the driver threw. */
export function driverError(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** Whether the database could not be asked, in its driver's words or ours: worth another try, unlike a refusal. */
export function databaseIsAway(error: unknown): boolean {
  const cause = driverError(error);
  if (cause instanceof DatabaseAway) return true;
  if (!(cause instanceof Error)) return false;
  if (cause instanceof AggregateError) return cause.errors.some(databaseIsAway);
  const { code, syscall } = cause as { code?: string; syscall?: string };
  if (code !== undefined && AWAY_STATES.test(code)) return true;
  if (code !== undefined && syscall !== undefined && AWAY_SYSTEM.has(code)) {
    // A missing file is no missing database.
    return ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall);
  }
  return AWAY_MESSAGES.test(cause.message);
}

/** The unique index that a write ran into, or null. */
export function brokenUniqueIndex(error: unknown): string | null {
  const cause = driverError(error);
  if (!(cause instanceof Error)) return null;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : null;
}

/** Whether a write named an account that was deleted at that moment: the schema refuses what belongs to nobody. */
export function accountIsGone(error: unknown): boolean {
  const cause = driverError(error);
  if (!(cause instanceof Error)) return false;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23503' && (constraint ?? '').endsWith('_users_id_fk');
}

/**
 * What can be told of an error wherever it is read: a failed statement with its placeholders, never with the values that
 * it was about, which may be an address or a hash.
 */
export function plainError(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: '' };
  if (!(error instanceof DrizzleQueryError)) return { message: error.message, stack: error.stack ?? '' };
  const cause = error.cause as (Error & { code?: string }) | undefined;
  // Class 22 repeats what it cannot read: `invalid input syntax for type date: "…"`.
  const reason = cause?.code?.startsWith('22') ? `a value was refused (${cause.code})` : cause?.message;
  const message = `${reason ?? 'failed'} in: ${error.query}`;
  return { message, stack: `${message}${framesOf(cause?.stack)}` };
}

/** The lines of a stack that say where. */
const framesOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `\n${line}`)
    .join('');
