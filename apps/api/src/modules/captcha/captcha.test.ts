import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { captcha, type InputOf } from '@yunduo/api-contract';
import { sha256 } from '@yunduo/api-contract/proof-of-work';
import { CAPTCHA, CAPTCHA_INPUTS, CAPTCHA_PRICE_AFTER, CAPTCHA_WORK, HOUR, SECOND } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { captchaChallenges, throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/environment.ts';
import { handTrack, proofFor, solveCaptcha, someIp } from '../../testing/people.ts';
import { acceptsAnswer } from './judge.ts';
import { consumeTicket, solutionOf } from './service.ts';
import { priceOf } from './work.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

/** A picture that has been on screen for a second. */
const challenge = async (ip = someIp()) => {
  const { data } = await api.call(captcha.challenge, { scene: 'send_email' }, { ip });
  api.clock.advance(SECOND);
  return { ...data, ip };
};
type Picture = Awaited<ReturnType<typeof challenge>>;
const placeOf = async ({ challenge_id }: Picture) => (await solutionOf(api.db, challenge_id)) ?? 0;
type Given = Partial<InputOf<typeof captcha.verify>>;
const answer = (picture: Picture, x: number, given: Given = {}, ip = picture.ip) => {
  const track = handTrack(x);
  const proof = proofFor(picture.work);
  const body = { challenge_id: picture.challenge_id, x, track, duration_ms: 900, proof, ...given };
  return api.call(captcha.verify, body, { ip });
};
const wrong = async (picture: Picture) => {
  const x = await placeOf(picture);
  return answer(picture, x > 200 ? x - 50 : x + 50);
};
const failed = async (ip = someIp()): Promise<string> => {
  const picture = await challenge(ip);
  await wrong(picture);
  return picture.challenge_id;
};

describe('captcha challenge', () => {
  test('returns a distinct background and piece without the solution or metadata', async () => {
    const [one, two] = [await challenge(), await challenge()];
    expect(one).toMatchObject({ width: 480, height: 240, piece_size: CAPTCHA.piece, expires_in: 120 });
    expect(one.background).not.toBe(two.background);
    // Not so compressed that the signs blur.
    expect(one.background.length).toBeGreaterThan(10_000);
    expect(Object.keys(one)).not.toContain('x');
    // The piece is within the picture.
    for (const { y } of [one, two]) {
      expect(y).toBeGreaterThanOrEqual(12);
      expect(y).toBeLessThanOrEqual(240 - CAPTCHA.piece - 12);
    }
    for (const url of [one.background, one.piece]) {
      const bytes = Buffer.from(url.replace(/^data:image\/(jpeg|png);base64,/, ''), 'base64');
      const { exif, xmp, iptc, width } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      expect([480, CAPTCHA.piece]).toContain(width);
    }
  });

  test('shows a light sky above dark water', async () => {
    const { background } = await challenge();
    const picture = Buffer.from(background.slice(background.indexOf(',') + 1), 'base64');
    const lightness = async (top: number) => {
      const strip = sharp(picture).extract({ left: 0, top, width: 480, height: 4 });
      const [red] = (await sharp(await strip.greyscale().toBuffer()).stats()).channels;
      return red?.mean ?? Number.NaN;
    };
    expect((await lightness(0)) - (await lightness(236))).toBeGreaterThan(40);
  });

  test('accepts an offset of up to three points and rejects a larger one', async () => {
    for (const [off, code] of [
      [3, 'OK'],
      [-3, 'OK'],
      [3.5, 'CAPTCHA_FAILED'],
      [-4, 'CAPTCHA_FAILED'],
    ] as const) {
      const picture = await challenge();
      expect((await answer(picture, (await placeOf(picture)) + off)).code).toBe(code);
    }
  });

  test('can be extended to one day in total, then returns CAPTCHA_EXPIRED', async () => {
    const extend = (challenge_id: string) => api.call(captcha.extend, { challenge_id }, { ip: someIp() });
    const picture = await challenge();
    const { challenge_id } = picture;
    api.clock.advance(CAPTCHA.challengeTtl - 2 * SECOND);
    expect((await extend(challenge_id)).data.expires_in).toBe(
      (CAPTCHA.patience - CAPTCHA.challengeTtl) / SECOND + 1,
    );
    api.clock.advance(21 * HOUR);
    expect((await extend(challenge_id)).data.expires_in).toBeLessThan((3 * HOUR) / SECOND);
    expect((await answer(picture, await placeOf(picture))).code).toBe('OK');
    expect((await extend(challenge_id)).code).toBe('CAPTCHA_EXPIRED');
    const second = await challenge();
    await extend(second.challenge_id);
    api.clock.advance(CAPTCHA.patience);
    expect((await answer(second, await placeOf(second))).code).toBe('CAPTCHA_EXPIRED');
    expect((await extend('made-up')).code).toBe('CAPTCHA_EXPIRED');
  });

  test('cannot be extended after it expired', async () => {
    const { challenge_id } = await challenge();
    api.clock.advance(CAPTCHA.challengeTtl);
    expect((await api.call(captcha.extend, { challenge_id }, { ip: someIp() })).code).toBe('CAPTCHA_EXPIRED');
  });

  test.each(CAPTCHA_INPUTS.filter((input) => input !== 'pointer'))(
    'accepts %s without a pointer track for a higher proof of work',
    async (input) => {
      const cheap = await challenge();
      expect((await answer(cheap, await placeOf(cheap), { track: [], input })).code).toBe('CAPTCHA_FAILED');
      const paid = await challenge();
      const given = { track: [], input, proof: proofFor(paid.work, 'untracked') };
      expect((await answer(paid, await placeOf(paid), given)).code).toBe('OK');
    },
  );

  test('accepts one answer, right or wrong, and expires after two minutes', async () => {
    const picture = await challenge();
    expect((await wrong(picture)).code).toBe('CAPTCHA_FAILED');
    expect((await answer(picture, await placeOf(picture))).code).toBe('CAPTCHA_EXPIRED');
    const solved = await challenge();
    const x = await placeOf(solved);
    const right = await answer(solved, x);
    expect([right.code, right.data.expires_in]).toEqual(['OK', CAPTCHA.ticketTtl / SECOND]);
    expect((await answer(solved, x)).code).toBe('CAPTCHA_EXPIRED');
    const late = await challenge();
    api.clock.advance(CAPTCHA.challengeTtl);
    expect((await answer(late, await placeOf(late))).code).toBe('CAPTCHA_EXPIRED');
    expect((await answer({ ...late, challenge_id: 'made-up' }, 100)).code).toBe('CAPTCHA_EXPIRED');
  });

  test('measures time by the server clock and ignores duration_ms', async () => {
    const ip = someIp();
    const { data } = await api.call(captcha.challenge, { scene: 'login' }, { ip });
    const picture = { ...data, ip };
    api.clock.advance(100);
    const x = await placeOf(picture);
    expect((await answer(picture, x, { duration_ms: 60_000 })).code).toBe('CAPTCHA_FAILED');
    // A track of 900 ms does not fit into 400 ms.
    const { data: next } = await api.call(captcha.challenge, { scene: 'login' }, { ip });
    api.clock.advance(400);
    const second = { ...next, ip };
    expect((await answer(second, await placeOf(second))).code).toBe('CAPTCHA_FAILED');
    const third = await challenge();
    expect((await answer(third, await placeOf(third), { duration_ms: 0 })).code).toBe('OK');
  });

  test('returns CAPTCHA_EXPIRED to another network without being consumed', async () => {
    const picture = await challenge();
    const x = await placeOf(picture);
    expect((await answer(picture, x, {}, someIp())).code).toBe('CAPTCHA_EXPIRED');
    expect((await answer(picture, x)).code).toBe('OK');
  });

  test('rejects an empty, foreign, partial or altered proof of work', async () => {
    const other = await challenge();
    for (const proof of [
      '',
      'null',
      proofFor(other.work),
      (picture: Picture) => proofFor(picture.work).split(',').slice(1).join(','),
      (picture: Picture) => proofFor(picture.work).replace(/\w+$/, 'zzzzzzz'),
      // The first number that is none of 32 bits.
      (picture: Picture) => proofFor(picture.work).replace(/\w+$/, (2 ** 32).toString(36)),
      (picture: Picture) => proofFor(picture.work).replace(/\w+/, (first) => `${first}.5`),
    ]) {
      const picture = await challenge();
      const given = { proof: typeof proof === 'function' ? proof(picture) : proof };
      expect((await answer(picture, await placeOf(picture), given)).code).toBe('CAPTCHA_FAILED');
    }
  });

  test('accepts as many answers without a proof as cost the lowest price, per hour and network', async () => {
    const ip = someIp();
    const unproven = async (from: string, x?: number) => {
      const picture = await challenge(from);
      return (await answer(picture, x ?? (await placeOf(picture)), { proof: undefined })).code;
    };
    // A wrong position uses up none of these.
    expect(await unproven(ip, 1)).toBe('CAPTCHA_FAILED');
    for (let count = 0; count < CAPTCHA_PRICE_AFTER; count += 1) expect(await unproven(ip)).toBe('OK');
    expect(await unproven(ip)).toBe('CAPTCHA_FAILED');
    expect(await unproven(someIp())).toBe('OK');
    api.clock.advance(HOUR);
    expect(await unproven(ip)).toBe('OK');
  });

  test('accepts an answer without a proof if its row has no work (created by an earlier version)', async () => {
    const picture = await challenge();
    await api.db
      .update(captchaChallenges)
      .set({ work: null, network: null })
      .where(eq(captchaChallenges.id, picture.challenge_id));
    const given = { proof: undefined };
    expect((await answer(picture, await placeOf(picture), given, someIp())).code).toBe('OK');
  });

  test('doubles the work for a network with many failures, for an hour', async () => {
    const targetOf = async (ip: string) => (await challenge(ip)).work?.target;
    const usual = await targetOf(someIp());
    const failing = someIp();
    for (let count = 0; count < 6; count += 1) await failed(failing);
    // 7 pictures and 6 failures count 37.
    expect(await targetOf(failing)).toBe(usual);
    await failed(failing);
    // 9 pictures and 7 failures count 44.
    expect(await targetOf(failing)).toBe(Math.floor(2 ** 32 / (CAPTCHA_WORK.hashes * 2)));
    const { data } = await api.call(captcha.alternative, { scene: 'login' }, { ip: failing });
    expect(data.max_number).toBe(CAPTCHA_WORK.automatic * 2);
    expect(await targetOf(someIp())).toBe(usual);
    api.clock.advance(HOUR);
    expect(await targetOf(failing)).toBe(usual);
  });

  test('gives a random guess at most a 2 % chance', () => {
    const places = CAPTCHA.width - CAPTCHA.piece - CAPTCHA.minX;
    expect((2 * CAPTCHA.tolerance + 1) / places).toBeLessThanOrEqual(0.02);
    expect(places).toBeGreaterThanOrEqual(350);
  });

  test('allows 60 alternatives and 60 extensions per minute and IP address', async () => {
    const ip = someIp();
    const ask = () => api.call(captcha.alternative, { scene: 'login' }, { ip });
    for (let count = 0; count < 60; count += 1) expect((await ask()).code).toBe('OK');
    expect((await ask()).code).toBe('TOO_MANY_REQUESTS');
    const extend = () => api.call(captcha.extend, { challenge_id: 'made-up' }, { ip });
    for (let count = 0; count < 60; count += 1) expect((await extend()).code).toBe('CAPTCHA_EXPIRED');
    expect((await extend()).code).toBe('TOO_MANY_REQUESTS');
  });

  test('is limited in memory, too, when the stored throttle is gone', async () => {
    const ip = someIp();
    const ask = () => api.call(captcha.alternative, { scene: 'login' }, { ip });
    for (let count = 0; count < 60; count += 1) await ask();
    // Even if the database forgets, this process does not.
    await api.db.delete(throttles);
    const rejected = await ask();
    expect([rejected.code, rejected.error.retry_after]).toEqual(['TOO_MANY_REQUESTS', 1]);
    expect(await api.db.$count(throttles)).toBe(0);
    api.clock.advance(SECOND);
    expect((await ask()).code).toBe('OK');
  });
});

test('work multiplier doubles with requests and failures, up to eight', () => {
  const prices = [
    [0, 0],
    [39, 0],
    [40, 0],
    [0, 8],
    [80, 0],
    [159, 0],
    [160, 0],
    [600, 100],
  ] as const;
  expect(prices.map(([asks, failures]) => priceOf(asks, failures))).toEqual([1, 1, 2, 2, 4, 4, 8, 8]);
});

describe('captcha answer check', () => {
  const even = Array.from({ length: 12 }, (_, step): [number, number, number] => [step * 20, 0, step * 80]);

  test('accepts a hand-like track and rejects one that is too fast, too even, too long or ends elsewhere', () => {
    const by = (track: [number, number, number][], elapsed = 1500, x = 220) =>
      acceptsAnswer({ x, track, input: 'pointer' }, 220, elapsed);
    expect(by(handTrack(220))).toBe(true);
    expect(by(handTrack(220).map(([x, , at]) => [x, 0, at]))).toBe(true);
    expect(by(even)).toBe(false);
    expect(by(even.map(([x, y, at], step) => [x, y + (step % 3), at]))).toBe(true);
    expect(by(handTrack(220), 100)).toBe(false);
    expect(by(handTrack(220), 600)).toBe(false);
    // Only durations are compared: a browser's clock may start anywhere.
    expect(by(handTrack(220).map(([x, y, at]) => [x, y, at + 50_000]))).toBe(true);
    expect(by(handTrack(220, 90))).toBe(false);
    expect(by(handTrack(120))).toBe(false);
    expect(by([])).toBe(false);
    expect(by(handTrack(220).reverse())).toBe(false);
  });

  test('accepts a track at each of its limits and rejects one beyond', () => {
    type Track = [number, number, number][];
    const five: Track = [0, 60, 110, 180, 220].map((x, step) => [x, step % 3, step * 200]);
    const timed = (...times: number[]): Track => five.map(([x, y], step) => [x, y, times[step] ?? 0]);
    const endingAt = (x: number): Track => [...five.slice(0, -1), [x, 3, 800]];
    const level = (y: number): Track =>
      even.slice(0, 5).map(([x, , at], step) => [x, step === 2 ? y : 0, at]);
    const by = (track: Track, elapsed = 1500, x = 220) =>
      acceptsAnswer({ x, track, input: 'pointer' }, x, elapsed);
    expect([by(five), by(five.slice(1))]).toEqual([true, false]);
    expect([by(endingAt(214)), by(endingAt(226)), by(endingAt(213)), by(endingAt(227))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([by(timed(0, 50, 90, 150, 200)), by(timed(0, 50, 90, 150, 199))]).toEqual([true, false]);
    expect([by(timed(0, 200, 200, 400, 800)), by(timed(0, 400, 200, 600, 800))]).toEqual([true, false]);
    expect([by(five, 550), by(five, 549)]).toEqual([true, false]);
    expect([by(level(0.5), 1500, 80), by(level(0.4), 1500, 80)]).toEqual([true, false]);
  });

  test.each(['keyboard', 'press', 'steps', 'assistive'] as const)(
    'accepts %s without a track, but not too early or at the wrong position',
    (input) => {
      for (const track of [even, [], [[0, 0, 0]] as [number, number, number][]]) {
        expect(acceptsAnswer({ x: 220, track, input }, 220, 900)).toBe(true);
        expect([249, 250].map((elapsed) => acceptsAnswer({ x: 220, track, input }, 220, elapsed))).toEqual([
          false,
          true,
        ]);
        for (const side of [-1, 1]) {
          const off = (pixels: number) => acceptsAnswer({ x: 220, track, input }, 220 + side * pixels, 900);
          expect([off(CAPTCHA.tolerance), off(CAPTCHA.tolerance + 1)]).toEqual([true, false]);
        }
      }
    },
  );
});

describe('captcha ticket', () => {
  const home = '203.0.113.7';
  const use = (ticket: string, scene: 'send_email' | 'login' = 'send_email', network = home) =>
    consumeTicket(api.db, { ticket, scene, network }, api.clock.now());

  test('is valid once, for its scene and network, for three minutes', async () => {
    const rejected = expect.objectContaining({ code: 'CAPTCHA_TICKET_INVALID' });
    const ticket = await solveCaptcha(api, 'send_email', home);
    await expect(use(ticket, 'login')).rejects.toEqual(rejected);
    await expect(use(ticket, 'send_email', '203.0.113.8')).rejects.toEqual(rejected);
    await expect(use(ticket)).resolves.toBeUndefined();
    await expect(use(ticket)).rejects.toEqual(rejected);
    const late = await solveCaptcha(api, 'send_email', home);
    api.clock.advance(CAPTCHA.ticketTtl);
    await expect(use(late)).rejects.toEqual(rejected);
  });

  (onPostgres ? test : test.skip)('is accepted once in fifty concurrent uses', async () => {
    const ticket = await solveCaptcha(api, 'send_email', home);
    const uses = await Promise.allSettled(Array.from({ length: 50 }, () => use(ticket)));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('captcha alternative', () => {
  const ask = (ids?: string[], ip = someIp()) =>
    api.call(captcha.alternative, { scene: 'send_email', failed: ids }, { ip });
  const workOf = async (ids?: string[]) => (await ask(ids)).data.max_number;

  test('is available at once, and requires less work after three failures of the same scene, once', async () => {
    const dear = CAPTCHA_WORK.automatic;
    expect(await workOf()).toBe(dear);
    const two = [await failed(), await failed()];
    expect(await workOf(two)).toBe(dear);
    const [third, fourth, fifth] = [await failed(), await failed(), await failed()];
    expect(await workOf([third, third, (await challenge()).challenge_id])).toBe(dear);
    const three = [fourth, fifth, await failed()];
    const elsewhere = { scene: 'login', failed: three } as const;
    expect((await api.call(captcha.alternative, elsewhere, { ip: someIp() })).data.max_number).toBe(dear);
    expect(await workOf(three)).toBe(CAPTCHA_WORK.automaticAfterFailures);
    expect(await workOf(three)).toBe(dear);
  });

  test('does not require less work after three failures of its own', async () => {
    const three: string[] = [];
    while (three.length < CAPTCHA.failuresForAlternative) {
      const ip = someIp();
      const { challenge_id } = (await ask([], ip)).data;
      await api.call(captcha.verify, { challenge_id, proof: btoa('null') }, { ip });
      three.push(challenge_id);
    }
    expect(await workOf(three)).toBe(CAPTCHA_WORK.automatic);
  });

  test('has its own expiry and cannot be extended', async () => {
    const { data } = await ask();
    expect(data.expires_in).toBe(CAPTCHA.proofTtl / SECOND);
    expect((await api.call(captcha.extend, { challenge_id: data.challenge_id }, { ip: someIp() })).code).toBe(
      'CAPTCHA_EXPIRED',
    );
  });

  test('accepts its own proof once, from the same network', async () => {
    const ip = someIp();
    const work = async () => (await ask([await failed(), await failed(), await failed()], ip)).data;
    const prove = ({ challenge: hash, ...order }: Awaited<ReturnType<typeof work>>) => {
      const { salt, algorithm, signature } = order;
      let number = 0;
      while (sha256(`${salt}${number}`) !== hash) number += 1;
      return btoa(JSON.stringify({ algorithm, challenge: hash, number, salt, signature }));
    };
    const one = await work();
    const { data: two } = await ask([], ip);
    const proof = prove(one);
    const verify = (challenge_id: string, from = ip) =>
      api.call(captcha.verify, { challenge_id, proof }, { ip: from });
    expect((await verify(one.challenge_id, someIp())).code).toBe('CAPTCHA_EXPIRED');
    expect((await verify(two.challenge_id)).code).toBe('CAPTCHA_FAILED');
    const { data } = await verify(one.challenge_id);
    const spent = { ticket: data.ticket, scene: 'send_email', network: ip } as const;
    await consumeTicket(api.db, spent, api.clock.now());
    expect((await verify(one.challenge_id)).code).toBe('CAPTCHA_EXPIRED');
    const { data: third } = await ask([], ip);
    const nonsense = { challenge_id: third.challenge_id, proof: btoa('null') };
    expect((await api.call(captcha.verify, nonsense, { ip })).code).toBe('CAPTCHA_FAILED');
  });
});
