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

/** How long an answer is kept for who asks again. */
const KEPT = DAY;
const KEY = /^[\x21-\x7e]{8,128}$/;

export interface IdempotencyOptions<P> {
  /** What a public call knows its visitor by, whoever is signed in; others need a session. */
  visitor?: string;
  /**
   * What takes its time, or stays counted when the work is refused: done before the transaction, unless the answer is
   * there. Its result is handed to the work.
   */
  before?: () => Promise<P>;
  /** Opens the transaction, where it may take longer than one of a call. */
  transaction?: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
}

/**
 * Does the work in one transaction, and with an `Idempotency-Key` once: the same key and body get the first answer
 * again, over restarts and from any process, and of two at once the second waits for the first. A refusal is not
 * kept: nothing was done, the caller may try again.
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
  // Keyed: a body may hold a password.
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
      // Of two at once the first may have used up, in between, what the second came with.
      const meanwhile = await answered(app.db);
      if (meanwhile) return meanwhile.answer;
      throw error;
    }
  }
  return transaction(async (tx) => {
    // Waits for a transaction that is writing the same key, and then finds it written.
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
