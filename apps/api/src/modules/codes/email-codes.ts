import { EMAIL_CODE } from '@yunduo/validation';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { emailCodes, type CodeScene } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { keyedHash, newCode } from './tokens.ts';

/** Key of the hashes of codes, and of the addresses next to them. */
export const codeKey = (config: Context['config']): Buffer => deriveKey(config.signingKey, 'email code');

/** The owner and purpose of a code. */
export interface CodePurpose {
  email: string;
  scene: CodeScene;
  /** The user if the scene needs one, otherwise 0. */
  subject?: number;
  /**
   * The requesting or trying network, where the scene needs no user: the code works from any network, but other
   * networks have fewer attempts.
   */
  network?: string;
}

export interface IssuedCode extends CodePurpose {
  digits: string;
  codeHash: string;
}

const hashOf = (key: Buffer, { email, scene, subject = 0 }: CodePurpose, code: string): string =>
  keyedHash(key, email, scene, subject, code);
const networkHash = (key: Buffer, { network }: CodePurpose): string | null =>
  network === undefined ? null : keyedHash(key, 'network', network);
const rowOf = ({ email, scene, subject = 0 }: CodePurpose) =>
  and(eq(emailCodes.email, email), eq(emailCodes.scene, scene), eq(emailCodes.subject, subject));

/** Creates a code; it invalidates the previous one of the same purpose. */
export async function issueCode(db: Db, key: Buffer, purpose: CodePurpose, now: Date): Promise<IssuedCode> {
  const digits = newCode();
  const codeHash = hashOf(key, purpose, digits);
  const values = {
    codeHash,
    tries: 0,
    createdAt: now,
    expiresAt: after(now, EMAIL_CODE.ttl),
    usedAt: null,
    networkHash: networkHash(key, purpose),
  };
  await db
    .insert(emailCodes)
    .values({ email: purpose.email, scene: purpose.scene, subject: purpose.subject ?? 0, ...values })
    .onConflictDoUpdate({ target: [emailCodes.email, emailCodes.scene, emailCodes.subject], set: values });
  return { ...purpose, digits, codeHash };
}

/** Whether a code is valid: the latest of its purpose, not expired and not used up. */
export async function isLive(db: Db, code: IssuedCode, now: Date): Promise<boolean> {
  const [live] = await db
    .select({ email: emailCodes.email })
    .from(emailCodes)
    .where(
      and(
        rowOf(code),
        eq(emailCodes.codeHash, code.codeHash),
        isNull(emailCodes.usedAt),
        gt(emailCodes.expiresAt, now),
      ),
    );
  return live !== undefined;
}

/**
 * Checks a code. Every attempt is counted before comparison, so that ten concurrent ones are five attempts and five
 * refusals. Networks that did not request the code share the first few attempts, so that strangers cannot use up the
 * owner's. A correct code is not used up yet: `useCode` does that together with its purpose.
 * @throws ApiError CODE_INVALID
 */
export async function tryCode(
  db: Db,
  key: Buffer,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<void> {
  const network = networkHash(key, purpose);
  const [tried] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(
      and(
        rowOf(purpose),
        lt(emailCodes.tries, EMAIL_CODE.tries),
        or(
          lt(emailCodes.tries, EMAIL_CODE.triesElsewhere),
          isNull(emailCodes.networkHash),
          network === null ? undefined : eq(emailCodes.networkHash, network),
        ),
        isNull(emailCodes.usedAt),
        gt(emailCodes.expiresAt, now),
      ),
    )
    .returning({ codeHash: emailCodes.codeHash });
  if (!tried || tried.codeHash !== hashOf(key, purpose, code)) throw apiError('CODE_INVALID');
}

/**
 * Uses up a code, in the transaction of its purpose; of concurrent calls one succeeds.
 * @throws ApiError CODE_INVALID
 */
export async function useCode(
  db: Db,
  key: Buffer,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<void> {
  const used = await db
    .update(emailCodes)
    .set({ usedAt: now })
    .where(
      and(rowOf(purpose), eq(emailCodes.codeHash, hashOf(key, purpose, code)), isNull(emailCodes.usedAt)),
    )
    .returning({ email: emailCodes.email });
  if (used.length === 0) throw apiError('CODE_INVALID');
}
