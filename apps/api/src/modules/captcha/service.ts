import { randomBytes } from 'node:crypto';
import { CAPTCHA, CAPTCHA_WORK, type CaptchaScene } from '@yunduo/validation';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { captchaChallenges, captchaTickets } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { hashToken, looksLikeToken, newToken } from '../codes/tokens.ts';
import { acceptsAnswer, type SliderAnswer } from './judge.ts';
import { drawPicture } from './picture.ts';
import { mayOwe, priceFor, recordFailure, saltOf, solves, workFor } from './work.ts';

/** Binds a challenge or a ticket to a network without storing it. */
const tie = (secret: string, network: string): string => hashToken(`${secret} ${network}`);
const newId = (): string => randomBytes(16).toString('base64url');

interface ChallengeRequest {
  scene: CaptchaScene;
  network: string;
}

/** Creates a picture with a gap for a scene, and the proof of work that the browser computes meanwhile. */
export async function challenge(db: Db, { scene, network }: ChallengeRequest, now: Date) {
  const { x, ...picture } = await drawPicture();
  const id = newId();
  const work = workFor(await priceFor(db, network, now));
  await db.insert(captchaChallenges).values({
    id,
    scene,
    kind: 'slider',
    x,
    work,
    network: tie(id, network),
    createdAt: now,
    expiresAt: after(now, CAPTCHA.challengeTtl),
  });
  return {
    challenge_id: id,
    ...picture,
    width: CAPTCHA.width,
    height: CAPTCHA.height,
    piece_size: CAPTCHA.piece,
    work: {
      algorithm: 'SHA-256',
      salt: saltOf(id).toString('hex'),
      target: work.target,
      parts: work.parts,
      parts_without_track: work.partsWithoutTrack,
    },
    expires_in: CAPTCHA.challengeTtl / 1000,
  };
}

export type Answer = SliderAnswer & { proof?: string | undefined };

/**
 * Judges an answer. The first one uses up the challenge, right or wrong; an answer from another network finds none.
 * @throws ApiError CAPTCHA_EXPIRED, CAPTCHA_FAILED
 */
export async function verify(
  db: Db,
  key: Buffer,
  { id, network, ...answer }: Answer & { id: string; network: string },
  now: Date,
) {
  const [burnt] = await db
    .update(captchaChallenges)
    .set({ answeredAt: now })
    .where(
      and(
        eq(captchaChallenges.id, id),
        isNull(captchaChallenges.answeredAt),
        gt(captchaChallenges.expiresAt, now),
        or(isNull(captchaChallenges.network), eq(captchaChallenges.network, tie(id, network))),
      ),
    )
    .returning();
  if (!burnt) throw apiError('CAPTCHA_EXPIRED');
  const right =
    burnt.x === null
      ? await provesWork(key, answer.proof, burnt.challenge)
      : acceptsAnswer(answer, burnt.x, now.getTime() - burnt.createdAt.getTime()) &&
        (paidFor(burnt, answer) || (answer.proof === undefined && (await mayOwe(db, network, now))));
  if (!right) {
    await recordFailure(db, network, now);
    await db.update(captchaChallenges).set({ failed: true }).where(eq(captchaChallenges.id, id));
    throw apiError('CAPTCHA_FAILED');
  }
  const ticket = newToken('ticket');
  await db.insert(captchaTickets).values({
    ticketHash: hashToken(ticket),
    scene: burnt.scene,
    network: tie(ticket, network),
    expiresAt: after(now, CAPTCHA.ticketTtl),
  });
  return { ticket, expires_in: CAPTCHA.ticketTtl / 1000 };
}

/** A missing track costs a larger proof of work, but never blocks (WCAG 2.5.1, 2.5.7). */
function paidFor({ id, work }: typeof captchaChallenges.$inferSelect, { input, proof }: Answer): boolean {
  // Created by an earlier version running alongside, which required no work.
  if (work === null) return true;
  const tracked = input === undefined || input === 'pointer';
  return solves(id, work, tracked ? work.parts : work.partsWithoutTrack, proof);
}

/**
 * Extends a challenge to one day for a user who needs more time. The day counts from its creation, so extending again
 * changes nothing.
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
 * Proof of work instead of the picture (WCAG 1.1.1): always available, and cheaper after three failed sliders. Each
 * failed challenge counts once.
 */
export async function alternative(
  db: Db,
  key: Buffer,
  { scene, network, failed = [] }: ChallengeRequest & { failed?: readonly string[] | undefined },
  now: Date,
) {
  const id = newId();
  const price = await priceFor(db, network, now);
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
    const usual =
      counted.length < CAPTCHA.failuresForAlternative
        ? CAPTCHA_WORK.automatic
        : CAPTCHA_WORK.automaticAfterFailures;
    const made = await createChallenge({ hmacKey: key.toString('hex'), maxnumber: usual * price });
    await tx.insert(captchaChallenges).values({
      id,
      scene,
      kind: 'proof',
      challenge: made.challenge,
      network: tie(id, network),
      createdAt: now,
      expiresAt,
    });
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

/** Requires a proof of exactly the given work: a proof of another challenge is invalid. */
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
 * Uses up a ticket in its scene and from its network. Of two concurrent calls with the same ticket one succeeds.
 * @throws ApiError CAPTCHA_TICKET_INVALID
 */
export async function consumeTicket(
  db: Db,
  { ticket, scene, network }: ChallengeRequest & { ticket: string },
  now: Date,
): Promise<void> {
  const [used] = looksLikeToken('ticket', ticket)
    ? await db
        .update(captchaTickets)
        .set({ usedAt: now })
        .where(
          and(
            eq(captchaTickets.ticketHash, hashToken(ticket)),
            eq(captchaTickets.scene, scene),
            isNull(captchaTickets.usedAt),
            or(isNull(captchaTickets.network), eq(captchaTickets.network, tie(ticket, network))),
            gt(captchaTickets.expiresAt, now),
          ),
        )
        .returning({ scene: captchaTickets.scene })
    : [];
  if (!used) throw apiError('CAPTCHA_TICKET_INVALID');
}

/** Target position of a challenge's piece. Only for `/dev/captcha/:id`. */
export async function solutionOf(db: Db, id: string): Promise<number | null> {
  const [found] = await db
    .select({ x: captchaChallenges.x })
    .from(captchaChallenges)
    .where(eq(captchaChallenges.id, id));
  return found?.x ?? null;
}
