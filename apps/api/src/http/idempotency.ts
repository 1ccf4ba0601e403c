import { idempotentInput, type DataOf, type Endpoint } from '@yunduo/api-contract';
import { DAY } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { after } from '../clock.ts';
import { deriveKey } from '../config.ts';
import { withTransaction, type Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { idempotencyKeys } from '../db/schema/index.ts';
import { keyedHash } from '../modules/codes/tokens.ts';
import { encrypt, decrypt } from '../encryption.ts';
import { apiError } from './errors.ts';
import { signedIn } from './route.ts';

/** How long a response is kept for repetitions. */
const KEPT = DAY;
const KEY = /^[\x21-\x7e]{8,128}$/;

export interface IdempotencyOptions<P> {
  /** Identifies the visitor of a public call; other calls need a session. */
  visitor?: string;
  /**
   * Slow work, or work that stays counted if the rest is refused: done before the transaction, unless a response is
   * stored. Its result is passed to the work.
   */
  before?: () => Promise<P>;
  /** Opens the transaction, where it may exceed the default time limit. */
  transaction?: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
}

/**
 * Does the work in one transaction, and with an `Idempotency-Key` only once: the same key and body get the first
 * response again, across restarts and processes, and of two concurrent calls the second waits for the first. An error
 * is not stored: nothing was done, and the caller may retry.
 * @throws ApiError IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT for another body under the same key
 */
export async function withIdempotency<E extends Endpoint & { readonly idempotent: true }, P = undefined>(
  app: FastifyInstance,
  request: FastifyRequest,
  endpoint: E,
  work: (context: Context, prepared: P) => Promise<DataOf<E>>,
  {
    visitor,
    before,
    transaction = <T>(inside: (tx: Db) => Promise<T>) => app.db.transaction(inside),
  }: IdempotencyOptions<P> = {},
): Promise<DataOf<E>> {
  const header = request.headers['idempotency-key'];
  if (header === undefined) {
    const prepared = (await before?.()) as P;
    return transaction((tx) => work(withTransaction(app, tx), prepared));
  }
  if (typeof header !== 'string' || !KEY.test(header)) throw apiError('IDEMPOTENCY_KEY_INVALID');
  const now = app.clock.now();
  const userId = visitor === undefined ? signedIn(request).id : null;
  const caller = userId === null ? `visitor:${visitor}` : `user:${userId}`;
  const row = { caller, userId, call: endpoint.url, key: header };
  const encryptionKey = deriveKey(app.config.signingKey, 'idempotency');
  // Keyed: a body may contain a password.
  const bodyHash = keyedHash(encryptionKey, idempotentInput(request.body));
  const same = and(
    eq(idempotencyKeys.caller, row.caller),
    eq(idempotencyKeys.call, row.call),
    eq(idempotencyKeys.key, row.key),
  );
  const answered = async (db: Db): Promise<{ answer: DataOf<E> } | null> => {
    const [stored] = await db.select().from(idempotencyKeys).where(same);
    if (!stored) return null;
    if (stored.bodyHash !== bodyHash || stored.answer === null) throw apiError('IDEMPOTENCY_CONFLICT');
    return { answer: decrypt(encryptionKey, stored.answer) as DataOf<E> };
  };
  let prepared = undefined as P;
  if (before) {
    const already = await answered(app.db);
    if (already) return already.answer;
    try {
      prepared = await before();
    } catch (error) {
      // Of two concurrent calls, the first may meanwhile have used up what the second needs.
      const meanwhile = await answered(app.db);
      if (meanwhile) return meanwhile.answer;
      throw error;
    }
  }
  return transaction(async (tx) => {
    // Waits for a transaction writing the same key, and then finds its row.
    const first = await tx
      .insert(idempotencyKeys)
      .values({ ...row, bodyHash, createdAt: now, expiresAt: after(now, KEPT) })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (first.length === 0) {
      const meanwhile = await answered(tx);
      if (!meanwhile) throw apiError('IDEMPOTENCY_CONFLICT');
      return meanwhile.answer;
    }
    const answer = await work(withTransaction(app, tx), prepared);
    await tx
      .update(idempotencyKeys)
      .set({ answer: encrypt(encryptionKey, answer) })
      .where(same);
    return answer;
  });
}
