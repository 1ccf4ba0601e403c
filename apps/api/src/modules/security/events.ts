import { ACCOUNT_EVENTS, DAY, HOUR, type AccountEvent } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import { securityEvents } from '../../db/schema/index.ts';
import { requestOrigin } from '../../http/request-origin.ts';
import { keyedHash } from '../codes/tokens.ts';

interface EventSpec {
  level: 'info' | 'warn';
  /**
   * Fields of the log line besides event, account, network, device and request. Values are numbers or words from a
   * closed set.
   */
  fields: readonly string[];
  /** Window in ms in which repeated events of one account and network share a row in "recent activity". */
  repeats?: number;
}

const event = <const F extends readonly string[]>(
  level: EventSpec['level'],
  fields: F,
  repeats?: number,
): { level: EventSpec['level']; fields: F; repeats?: number } => ({
  level,
  fields,
  ...(repeats !== undefined && { repeats }),
});

/**
 * Every security event. `docs/security-events.md` lists the same ones; a test compares them and causes each. Those in
 * `ACCOUNT_EVENTS` also appear in the account's "recent activity".
 */
export const SECURITY_EVENTS = {
  account_registered: event('info', []),
  sign_in_succeeded: event('info', ['known_device']),
  sign_in_failed: event('warn', [], HOUR),
  sign_in_locked: event('warn', []),
  sign_in_refused: event('warn', ['reason']),
  device_allowed: event('warn', []),
  device_denied: event('info', []),
  signed_out: event('info', []),
  session_ended: event('info', ['sessions']),
  session_limit: event('info', ['sessions']),
  session_disowned: event('warn', ['sessions']),
  sessions_ended_by_operator: event('warn', ['sessions']),
  code_sent: event('info', ['scene']),
  code_refused: event('warn', ['scene']),
  password_reset_requested: event('info', [], HOUR),
  password_reset: event('warn', ['sessions', 'tokens']),
  password_changed: event('info', ['sessions']),
  password_refused: event('warn', [], HOUR),
  email_change_started: event('info', []),
  email_changed: event('warn', ['sessions']),
  email_change_undone: event('warn', ['sessions']),
  build_token_created: event('warn', ['token_id']),
  build_token_revoked: event('info', ['token_id']),
  build_token_used: event('info', ['token_id'], DAY),
  webhook_created: event('warn', ['webhook_id']),
  webhook_changed: event('warn', ['webhook_id']),
  webhook_secret_rotated: event('warn', ['webhook_id']),
  webhook_deleted: event('info', ['webhook_id']),
  second_factor_added: event('warn', ['replaced']),
  second_factor_removed: event('warn', []),
  second_factor_removed_by_operator: event('warn', ['sessions']),
  second_factor_refused: event('warn', [], HOUR),
  passkey_added: event('warn', ['backed_up']),
  passkey_removed: event('warn', ['left']),
  passkey_counter_back: event('warn', []),
  recovery_code_used: event('warn', ['left']),
  recovery_codes_made: event('info', []),
  data_exported: event('info', []),
  account_deleted: event('warn', []),
  account_disabled: event('warn', ['sessions']),
  account_enabled: event('warn', []),
  role_granted: event('warn', ['role']),
  role_revoked: event('warn', ['role']),
  decision_proposed: event('warn', ['kind', 'proposal']),
  decision_confirmed: event('warn', ['kind', 'proposal']),
  decision_declined: event('warn', ['kind', 'proposal']),
  access_denied: event('warn', ['call']),
  limit_reached: event('warn', ['call']),
} as const satisfies Record<string, EventSpec> & Record<AccountEvent, EventSpec>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;
type Value = string | number | boolean | null;
type Details<E extends SecurityEvent> = Record<(typeof SECURITY_EVENTS)[E]['fields'][number], Value>;

export interface Subject<E extends SecurityEvent> {
  /** The account; null if there is none. */
  userId: number | null;
  /** The address, with or without an account: the log contains a keyed hash of it, so that lines can be correlated. */
  email?: string;
  /** Device name in "recent activity", where it is more specific than the user agent. Not logged. */
  device?: string;
  /**
   * Another person caused it: "recent activity" shows no device and network, which are not the owner's. The log line has
   * them.
   */
  byStaff?: true;
  details: Details<E>;
}

type EventContext = Pick<Context, 'db' | 'clock' | 'config' | 'log'>;

const isAccountEvent = (name: SecurityEvent): name is AccountEvent =>
  (ACCOUNT_EVENTS as readonly string[]).includes(name);

/**
 * Records an event: a log line, and for an account's event a row for its owner, in the caller's transaction. Call it
 * last there: the line is written immediately. An address without an account gets a row wherever one with an account
 * would, so that timing does not reveal the difference.
 */
export async function recordSecurityEvent<E extends SecurityEvent>(
  context: EventContext,
  name: E,
  { userId, email, details, ...subject }: Subject<E>,
): Promise<void> {
  const { db, clock, config, log } = context;
  const spec: EventSpec = SECURITY_EVENTS[name];
  const origin = requestOrigin();
  const key = deriveKey(config.signingKey, 'security events');
  const short = (...parts: string[]): string => keyedHash(key, ...parts).slice(0, 12);
  const account = email === undefined ? null : short('account', email);
  const network = origin && shortNetwork(origin.network);

  if (isAccountEvent(name) && (userId !== null || email !== undefined)) {
    const now = clock.now();
    const repeat = spec.repeats === undefined ? null : Math.floor(now.getTime() / spec.repeats);
    const who = userId ?? `address:${account}`;
    const caller = subject.byStaff ? null : origin;
    const device = subject.device ?? caller?.device ?? '';
    const repeatKey =
      repeat === null
        ? null
        : short(name, String(who), caller?.network ?? '', String(repeat), JSON.stringify(details));
    await db
      .insert(securityEvents)
      .values({
        userId,
        event: name,
        at: now,
        repeatKey,
        network: caller && network,
        device,
        details,
      })
      .onConflictDoUpdate({
        target: securityEvents.repeatKey,
        set: { count: sql`${securityEvents.count} + 1`, at: now, device },
      });
  }

  const line: Record<string, Value> = {
    event: name,
    ...(userId !== null && { user: userId }),
    ...(account !== null && { account }),
    ...(origin && {
      network,
      network_id: short('network', origin.network),
      device: origin.device,
      request: origin.request,
    }),
    ...details,
  };
  log[spec.level](line, 'security event');
}

/** The first three numbers of an IPv4 address, or the first three groups of an IPv6 one. */
export function shortNetwork(network: string): string {
  const version4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1];
  if (version4 !== undefined) return `${version4}.x`;
  const groups = network.split(':');
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}::x` : network;
}
