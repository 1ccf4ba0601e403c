import { createHash } from 'node:crypto';
import { CAPTCHA_PRICE_AFTER, CAPTCHA_WORK, HOUR, RATES } from '@yunduo/validation';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { takeTurn, turnsSince } from '../throttle/throttle.ts';

export interface Work {
  /** A part is solved by a hash whose first 32 bits are below this. */
  target: number;
  parts: number;
  partsWithoutTrack: number;
}

/** Counter key of the pictures requested by a network. */
export const asksKey = (network: string): string => `captcha:${network}`;
const failuresKey = (network: string): string => `captcha-failed:${network}`;

/** Counts a wrong answer. */
export async function recordFailure(db: Db, network: string, now: Date): Promise<void> {
  await takeTurn(db, failuresKey(network), now, RATES.captchaFailures);
}

/**
 * Whether an answer without proof is accepted: pages released before the proof of work send none, and must work with
 * this API (docs/releasing.md). A network gets a few; beyond them such a page uses its automatic alternative. Remove it
 * once every pinned web app release sends a proof.
 */
export async function mayOwe(db: Db, network: string, now: Date): Promise<boolean> {
  return (await takeTurn(db, `captcha-unproven:${network}`, now, RATES.captchasUnproven)) === null;
}

/** Multiple of the usual work for a network: 1, 2, 4 or 8, by its requests and failures of the last hour. */
export async function priceFor(db: Db, network: string, now: Date): Promise<number> {
  const since = after(now, -HOUR);
  const asks = await turnsSince(db, asksKey(network), since);
  const failures = await turnsSince(db, failuresKey(network), since);
  return priceOf(asks, failures);
}

export function priceOf(asks: number, failures: number): number {
  const counted = asks + failures * CAPTCHA_WORK.failureCounts;
  let price = 1;
  while (price < CAPTCHA_WORK.priceMax && counted >= CAPTCHA_PRICE_AFTER * price) price *= 2;
  return price;
}

/** The work of a picture at this multiple. */
export const workFor = (price: number): Work => ({
  target: Math.floor(2 ** 32 / (CAPTCHA_WORK.hashes * price)),
  parts: CAPTCHA_WORK.parts,
  partsWithoutTrack: CAPTCHA_WORK.partsWithoutTrack,
});

/** The 16 random bytes of a challenge's id: no two challenges share their work. */
export const saltOf = (id: string): Buffer => Buffer.from(id, 'base64url');

/** Whether a proof solves this many parts of a challenge's work. */
export function solves(id: string, { target }: Work, parts: number, proof: string | undefined): boolean {
  const numbers = proof?.split(',') ?? [];
  if (numbers.length < parts) return false;
  return numbers.slice(0, parts).every((written, part) => {
    if (!/^[0-9a-z]{1,7}$/.test(written)) return false;
    const number = Number.parseInt(written, 36);
    if (number >= 2 ** 32) return false;
    const end = Buffer.alloc(8);
    end.writeUInt32BE(part, 0);
    end.writeUInt32BE(number, 4);
    return createHash('sha256').update(saltOf(id)).update(end).digest().readUInt32BE(0) < target;
  });
}
