import { FACTOR, TOTP as RULE, typedCode } from '@yunduo/validation';
import { and, eq, gt, isNotNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { totpFactors } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { encrypt, decrypt } from '../../encryption.ts';

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const encryptionKey = (config: Context['config']): Buffer => deriveKey(config.signingKey, 'totp');

// SHA-1, six digits, 30 s: supported by every authenticator app.
const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: RULE.digits, period: RULE.period });

/** Null if sealed with another signing key: then only recovery codes work. */
function openSecret(config: Context['config'], sealed: string): string | null {
  try {
    return String(decrypt(encryptionKey(config), sealed));
  } catch {
    return null;
  }
}

/** The time step of a code, among the current one and its neighbours; null for a wrong code. */
function stepOf(secret: string, input: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: typedCode(input), timestamp, window: RULE.window });
  return delta === null ? null : Math.floor(timestamp / 1000 / RULE.period) + delta;
}

/** Creates a pending secret, kept until a code of it is entered; the one in use stays valid until then. */
export async function beginTotp(
  { db, clock, config }: Context,
  user: { id: number; label: string },
  issuer: string,
): Promise<{ secret: string; uri: string; until: Date }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const until = after(clock.now(), FACTOR.setupTtl);
  const pending = { pendingSecret: encrypt(encryptionKey(config), secret), pendingUntil: until };
  await db
    .insert(totpFactors)
    .values({ userId: user.id, ...pending })
    .onConflictDoUpdate({ target: totpFactors.userId, set: pending });
  return { secret, uri: totpOf(secret, { issuer, label: user.label }).toString(), until };
}

/**
 * Activates the pending secret with one of its codes, which is used up, in the caller's transaction. Returns whether it
 * replaced another app.
 * @throws ApiError FACTOR_SETUP_OVER, FACTOR_INVALID
 */
export async function confirmTotp(
  { db, clock, config }: Context,
  userId: number,
  code: string,
): Promise<{ replaced: boolean }> {
  const now = clock.now();
  const [row] = await db
    .select({ secret: totpFactors.secret, pendingSecret: totpFactors.pendingSecret })
    .from(totpFactors)
    .where(and(eq(totpFactors.userId, userId), gt(totpFactors.pendingUntil, now)))
    .for('update');
  if (!row?.pendingSecret) throw apiError('FACTOR_SETUP_OVER');
  const pending = openSecret(config, row.pendingSecret);
  const step = pending === null ? null : stepOf(pending, code, now);
  if (step === null) throw apiError('FACTOR_INVALID', { fields: { code: 'factor_code_wrong' } });
  await db
    .update(totpFactors)
    .set({
      secret: row.pendingSecret,
      confirmedAt: now,
      lastStep: step,
      pendingSecret: null,
      pendingUntil: null,
    })
    .where(eq(totpFactors.userId, userId));
  return { replaced: row.secret !== null };
}

/** When the authenticator app was set up; null without one. */
export async function totpSince(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db
    .select({ confirmedAt: totpFactors.confirmedAt })
    .from(totpFactors)
    .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.secret)));
  return row?.confirmedAt ?? null;
}

/**
 * Uses up an authenticator code. A time step is accepted once, and never an earlier one: of concurrent uses only one
 * succeeds. False for a wrong or used code.
 */
export async function takeTotpCode(
  { db, clock, config }: Context,
  userId: number,
  code: string,
): Promise<boolean> {
  const now = clock.now();
  const [row] = await db
    .select({ secret: totpFactors.secret })
    .from(totpFactors)
    .where(eq(totpFactors.userId, userId));
  const secret = row?.secret ? openSecret(config, row.secret) : null;
  const step = secret === null ? null : stepOf(secret, code, now);
  if (step === null) return false;
  const taken = await db
    .update(totpFactors)
    .set({ lastStep: step })
    .where(and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, step)))
    .returning({ userId: totpFactors.userId });
  return taken.length > 0;
}

/** Removes the app and any pending setup; true if there was an app. */
export async function removeTotp(db: Db, userId: number): Promise<boolean> {
  const missing = await db
    .delete(totpFactors)
    .where(eq(totpFactors.userId, userId))
    .returning({ secret: totpFactors.secret });
  return missing.some(({ secret }) => secret !== null);
}
