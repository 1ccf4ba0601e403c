import { FACTOR, readDigits, typedCode } from '@yunduo/validation';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { recoveryCodes } from '../../db/schema/index.ts';
import { hashToken, newLetters } from '../codes/tokens.ts';

/** Letters in a code, five bits each. */
const LETTERS = 16;
const grouped = (letters: string): string => letters.replace(/(.{4})(?=.)/g, '$1-');

const ofUser = (userId: number) => eq(recoveryCodes.userId, userId);

/**
 * Generates recovery codes, shown only once, and deletes the previous ones. The caller holds the account lock
 * (`holdAccount`): of two concurrent calls, the second replaces the first one's codes.
 */
export async function makeRecoveryCodes(db: Db, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: FACTOR.recoveryCodes }, () => newLetters(LETTERS));
  await forgetRecoveryCodes(db, userId);
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashToken(code), createdAt: now })));
  return codes.map(grouped);
}

export const recoveryCodesLeft = (db: Db, userId: number): Promise<number> =>
  db.$count(recoveryCodes, and(ofUser(userId), isNull(recoveryCodes.usedAt)));

/** Uses up a code; of concurrent uses only one succeeds. False for a wrong or used code. */
export async function takeRecoveryCode(db: Db, userId: number, input: string, now: Date): Promise<boolean> {
  const codeHash = hashToken(readDigits(typedCode(input)));
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(ofUser(userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ codeHash: recoveryCodes.codeHash });
  return used.length > 0;
}

export async function forgetRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(ofUser(userId));
}
