// node apps/api/src/trust/captcha-attack.ts <origin> <pictures>: runs solvers against an API in test mode that trusts
// forwarding headers. Prints the results as JSON, for `npm run trust -- captcha`.
import { randomInt } from 'node:crypto';
import { solvePart, solveSliderWork, type SliderWork } from '@yunduo/api-contract/proof-of-work';
import { CAPTCHA, CAPTCHA_WORK } from '@yunduo/validation';
import { drawPicture } from '../modules/captcha/picture.ts';
import { chanceOf, hits, solveBy, type Seen } from './captcha-solvers.ts';

const [origin = '', pictures = '200'] = process.argv.slice(2);
const COST_SAMPLES = 200;

interface Drawn extends Seen {
  challenge_id: string;
  work: SliderWork;
}

async function ask<T>(url: string, address: string, data: object): Promise<{ code: string; data: T }> {
  const answer = await fetch(`${origin}/api${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(data),
    signal: AbortSignal.timeout(60_000),
  });
  return (await answer.json()) as { code: string; data: T };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** CPU milliseconds per picture, including encoding. */
async function pictureCost(): Promise<number> {
  const spent: number[] = [];
  for (let count = -20; count < COST_SAMPLES; count += 1) {
    const before = process.cpuUsage();
    await drawPicture();
    const { user, system } = process.cpuUsage(before);
    if (count >= 0) spent.push((user + system) / 1000);
  }
  return median(spent);
}

/** Hashes per millisecond, in the browsers' script. */
function hashRate(): number {
  const work = { algorithm: 'SHA-256', salt: '0'.repeat(32), target: 0, parts: 1, parts_without_track: 1 };
  solvePart(work, 0, 0, 20_000);
  const startedAt = performance.now();
  solvePart(work, 0, 0, 200_000);
  return 200_000 / (performance.now() - startedAt);
}

const solved: Record<string, number> = {};
let [guessed, chance, replayed] = [0, 0, 0];
for (let count = 0; count < Number(pictures); count += 1) {
  const address = `10.${randomInt(1, 250)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const { data } = await ask<Drawn>('/captcha/challenge', address, { scene: 'login' });
  const look = await fetch(`${origin}/dev/captcha/${data.challenge_id}`);
  const { x: gap } = (await look.json()) as { x: number };
  for (const [name, x] of Object.entries(await solveBy(data))) {
    solved[name] = (solved[name] ?? 0) + (hits(x, gap) ? 1 : 0);
  }
  chance += chanceOf(gap) / Number(pictures);
  // Submits one guess with all the work done, then repeats it: a second attempt is refused, whatever the result of the
  // first.
  const guess = randomInt(CAPTCHA.minX, CAPTCHA.width - CAPTCHA.piece);
  const proof = solveSliderWork(data.work, data.work.parts_without_track);
  const answer = { challenge_id: data.challenge_id, x: guess, input: 'press', proof };
  if ((await ask('/captcha/verify', address, answer)).code === 'OK') guessed += 1;
  if ((await ask('/captcha/verify', address, { ...answer, x: gap })).code === 'OK') replayed += 1;
}

const rate = hashRate();
const { hashes, parts, partsWithoutTrack, automatic } = CAPTCHA_WORK;
const hashesOf = {
  drag: hashes * parts,
  'without a track': hashes * partsWithoutTrack,
  automatic: automatic / 2,
};
process.stdout.write(
  JSON.stringify({
    rates: Object.fromEntries(Object.entries(solved).map(([name, hit]) => [name, hit / Number(pictures)])),
    chance,
    guessed: guessed / Number(pictures),
    replayed,
    pictureCost: await pictureCost(),
    hashesPerMs: rate,
    proofs: Object.fromEntries(
      Object.entries(hashesOf).map(([way, n]) => [way, { hashes: n, ms: n / rate }]),
    ),
  }),
);
