import { randomBytes } from 'node:crypto';
import { CAPTCHA, type CaptchaScene } from '@yunduo/validation';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { captchaChallenges, captchaTickets } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { hashToken, looksLikeToken, newToken } from '../codes/tokens.ts';
import { acceptsAnswer, type SliderAnswer } from './judge.ts';
import { drawPicture } from './picture.ts';

/** The highest number that a browser has to try; half of it on average, in a second or a few on a phone. */
const PROOF_WORK = 300_000;
const PROOF_WORK_AFTER_FAILURES = 100_000;
const newId = (): string => randomBytes(16).toString('base64url');

/** A picture with a gap for a scene. */
export async function challenge(db: Db, scene: CaptchaScene, now: Date) {
  const { x, ...picture } = await drawPicture();
  const id = newId();
  const expiresAt = after(now, CAPTCHA.challengeTtl);
  await db.insert(captchaChallenges).values({ id, scene, kind: 'slider', x, createdAt: now, expiresAt });
  return {
    challenge_id: id,
    ...picture,
    width: CAPTCHA.width,
    height: CAPTCHA.height,
    piece_size: CAPTCHA.piece,
    expires_in: CAPTCHA.challengeTtl / 1000,
  };
}

export type Answer = SliderAnswer & { proof?: string | undefined };

/**
 * Judges an answer. The first one burns the challenge, right or wrong.
 * @throws ApiError CAPTCHA_EXPIRED, CAPTCHA_FAILED
 */
export async function verify(db: Db, key: Buffer, id: string, answer: Answer, now: Date) {
  const [burnt] = await db
    .update(captchaChallenges)
    .set({ answeredAt: now })
    .where(
      and(
        eq(captchaChallenges.id, id),
        isNull(captchaChallenges.answeredAt),
        gt(captchaChallenges.expiresAt, now),
      ),
    )
    .returning();
  if (!burnt) throw apiError('CAPTCHA_EXPIRED');
  const right =
    burnt.x === null ? await provesWork(key, answer.proof, burnt.challenge) : acceptsAnswer(answer, burnt.x);
  if (!right) {
    await db.update(captchaChallenges).set({ failed: true }).where(eq(captchaChallenges.id, id));
    throw apiError('CAPTCHA_FAILED');
  }
  const ticket = newToken('ticket');
  await db.insert(captchaTickets).values({
    ticketHash: hashToken(ticket),
    scene: burnt.scene,
    expiresAt: after(now, CAPTCHA.ticketTtl),
  });
  return { ticket, expires_in: CAPTCHA.ticketTtl / 1000 };
}

/**
 * Gives somebody who works on a picture a day for it. The day counts from the picture's creation, so that extending it
 * again changes nothing.
 * @throws ApiError CAPTCHA_EXPIRED
 */
export async function extend(db: Db, id: string, now: Date) {
  const day = sql.raw(`interval '${CAPTCHA.patience} milliseconds'`);
  const [extended] = await db
    .update(captchaChallenges)
    .set({ expiresAt: sql`${captchaChallenges.createdAt} + ${day}` })
    .where(
      and(
        eq(captchaChallenges.id, id),
        eq(captchaChallenges.kind, 'slider'),
        isNull(captchaChallenges.answeredAt),
        gt(captchaChallenges.expiresAt, now),
      ),
    )
    .returning({ expiresAt: captchaChallenges.expiresAt });
  if (!extended) throw apiError('CAPTCHA_EXPIRED');
  return { expires_in: Math.floor((extended.expiresAt.getTime() - now.getTime()) / 1000) };
}

/**
 * Work for the machine instead of the hand and the eye (WCAG 1.1.1): at any time, and cheaper for somebody whom the
 * slider failed three times. Each failed challenge counts once.
 */
export async function alternative(
  db: Db,
  key: Buffer,
  { scene, failed = [] }: { scene: CaptchaScene; failed?: readonly string[] | undefined },
  now: Date,
) {
  const id = newId();
  const expiresAt = after(now, CAPTCHA.proofTtl);
  const work = await db.transaction(async (tx) => {
    const counted = await tx
      .update(captchaChallenges)
      .set({ countedAt: now })
      .where(
        and(
          inArray(captchaChallenges.id, [...new Set(failed)]),
          eq(captchaChallenges.scene, scene),
          eq(captchaChallenges.kind, 'slider'),
          eq(captchaChallenges.failed, true),
          isNull(captchaChallenges.countedAt),
        ),
      )
      .returning({ id: captchaChallenges.id });
    const maxnumber =
      counted.length < CAPTCHA.failuresForAlternative ? PROOF_WORK : PROOF_WORK_AFTER_FAILURES;
    const made = await createChallenge({ hmacKey: key.toString('hex'), maxnumber });
    await tx
      .insert(captchaChallenges)
      .values({ id, scene, kind: 'proof', challenge: made.challenge, createdAt: now, expiresAt });
    return made;
  });
  return {
    challenge_id: id,
    algorithm: work.algorithm,
    challenge: work.challenge,
    salt: work.salt,
    signature: work.signature,
    max_number: work.maxnumber ?? null,
    expires_in: CAPTCHA.proofTtl / 1000,
  };
}

/** The proof must be of the very work that was given: one that was paid for elsewhere is worth nothing. */
async function provesWork(key: Buffer, proof: string | undefined, expected: string | null): Promise<boolean> {
  if (!proof || expected === null) return false;
  try {
    const payload: unknown = JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
    if ((payload as { challenge?: unknown } | null)?.challenge !== expected) return false;
    return await verifySolution(proof, key.toString('hex'), false);
  } catch {
    return false;
  }
}

/**
 * Uses up a ticket; of two calls with the same one, one gets it.
 * @throws ApiError CAPTCHA_TICKET_INVALID
 */
export async function consumeTicket(db: Db, ticket: string, scene: CaptchaScene, now: Date): Promise<void> {
  const [used] = looksLikeToken('ticket', ticket)
    ? await db
        .update(captchaTickets)
        .set({ usedAt: now })
        .where(
          and(
            eq(captchaTickets.ticketHash, hashToken(ticket)),
            eq(captchaTickets.scene, scene),
            isNull(captchaTickets.usedAt),
            gt(captchaTickets.expiresAt, now),
          ),
        )
        .returning({ scene: captchaTickets.scene })
    : [];
  if (!used) throw apiError('CAPTCHA_TICKET_INVALID');
}

/** Where the piece of a challenge belongs. For `/dev/captcha/:id` alone. */
export async function solutionOf(db: Db, id: string): Promise<number | null> {
  const [found] = await db
    .select({ x: captchaChallenges.x })
    .from(captchaChallenges)
    .where(eq(captchaChallenges.id, id));
  return found?.x ?? null;
}
