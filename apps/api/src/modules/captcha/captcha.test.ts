import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { captcha } from '@yunduo/api-contract';
import { CAPTCHA, CAPTCHA_INPUTS, HOUR, SECOND } from '@yunduo/validation';
import { solveChallenge } from 'altcha-lib/v1';
import sharp from 'sharp';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/environment.ts';
import { handTrack, solveCaptcha, someIp } from '../../testing/people.ts';
import { acceptsAnswer } from './judge.ts';
import { consumeTicket, solutionOf } from './service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const challenge = async () =>
  (await api.call(captcha.challenge, { scene: 'send_email' }, { ip: someIp() })).data;
const answer = (challenge_id: string, x: number) =>
  api.call(captcha.verify, { challenge_id, x, track: handTrack(x), duration_ms: 900 });
const failed = async (): Promise<string> => {
  const { challenge_id } = await challenge();
  const x = (await solutionOf(api.db, challenge_id)) ?? 0;
  await answer(challenge_id, x > 200 ? x - 50 : x + 50);
  return challenge_id;
};

describe('a challenge', () => {
  test('is a picture of its own with a piece, and does not tell where the piece belongs', async () => {
    const [one, two] = [await challenge(), await challenge()];
    expect(one).toMatchObject({ width: 480, height: 240, piece_size: CAPTCHA.piece, expires_in: 120 });
    expect(one.background).not.toBe(two.background);
    expect(Object.keys(one)).not.toContain('x');
    for (const url of [one.background, one.piece]) {
      const bytes = Buffer.from(url.replace(/^data:image\/webp;base64,/, ''), 'base64');
      const { exif, xmp, iptc, width } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      expect([480, CAPTCHA.piece]).toContain(width);
    }
  });

  test('is solved within three points, and by nothing further off', async () => {
    for (const [off, code] of [
      [3, 'OK'],
      [-3, 'OK'],
      [3.5, 'CAPTCHA_FAILED'],
      [-4, 'CAPTCHA_FAILED'],
    ] as const) {
      const { challenge_id } = await challenge();
      const x = (await solutionOf(api.db, challenge_id)) ?? 0;
      expect((await answer(challenge_id, x + off)).code).toBe(code);
    }
  });

  test('that somebody works on lives for a day in all, however often it is extended', async () => {
    const extend = (challenge_id: string) => api.call(captcha.extend, { challenge_id }, { ip: someIp() });
    const { challenge_id } = await challenge();
    api.clock.advance(CAPTCHA.challengeTtl - SECOND);
    expect((await extend(challenge_id)).data.expires_in).toBe(
      (CAPTCHA.patience - CAPTCHA.challengeTtl) / SECOND + 1,
    );
    api.clock.advance(21 * HOUR);
    expect((await extend(challenge_id)).data.expires_in).toBeLessThan((3 * HOUR) / SECOND);
    const x = (await solutionOf(api.db, challenge_id)) ?? 0;
    expect((await answer(challenge_id, x)).code).toBe('OK');
    expect((await extend(challenge_id)).code).toBe('CAPTCHA_EXPIRED');
    const second = (await challenge()).challenge_id;
    await extend(second);
    api.clock.advance(CAPTCHA.patience);
    expect((await answer(second, 100)).code).toBe('CAPTCHA_EXPIRED');
    expect((await extend('made-up')).code).toBe('CAPTCHA_EXPIRED');
  });

  test('that nobody extended in time is not brought back', async () => {
    const { challenge_id } = await challenge();
    api.clock.advance(CAPTCHA.challengeTtl);
    expect((await api.call(captcha.extend, { challenge_id }, { ip: someIp() })).code).toBe('CAPTCHA_EXPIRED');
  });

  test.each(CAPTCHA_INPUTS.filter((input) => input !== 'pointer'))(
    'is solved by %s without the track of a hand',
    async (input) => {
      const { challenge_id } = await challenge();
      const x = (await solutionOf(api.db, challenge_id)) ?? 0;
      const bare = { challenge_id, x, track: [], duration_ms: 1500, input };
      expect((await api.call(captcha.verify, bare)).code).toBe('OK');
    },
  );

  test('is burnt by its first answer, right or wrong, and dead after two minutes', async () => {
    const { challenge_id } = await challenge();
    const x = (await solutionOf(api.db, challenge_id)) ?? 0;
    expect((await answer(challenge_id, x > 200 ? x - 40 : x + 40)).code).toBe('CAPTCHA_FAILED');
    expect((await answer(challenge_id, x)).code).toBe('CAPTCHA_EXPIRED');
    const late = await challenge();
    api.clock.advance(CAPTCHA.challengeTtl);
    expect((await answer(late.challenge_id, 100)).code).toBe('CAPTCHA_EXPIRED');
    expect((await answer('made-up', 100)).code).toBe('CAPTCHA_EXPIRED');
  });

  test('leaves a guess two chances in a hundred', () => {
    const places = CAPTCHA.width - CAPTCHA.piece - CAPTCHA.minX;
    expect((2 * CAPTCHA.tolerance + 1) / places).toBeLessThanOrEqual(0.02);
    expect(places).toBeGreaterThanOrEqual(350);
  });

  test('is handed out to one caller sixty times a minute', async () => {
    const ip = someIp();
    const ask = () => api.call(captcha.alternative, { scene: 'login' }, { ip });
    for (let count = 0; count < 60; count += 1) expect((await ask()).code).toBe('OK');
    expect((await ask()).code).toBe('TOO_MANY_REQUESTS');
    const extend = () => api.call(captcha.extend, { challenge_id: 'made-up' }, { ip });
    for (let count = 0; count < 60; count += 1) expect((await extend()).code).toBe('CAPTCHA_EXPIRED');
    expect((await extend()).code).toBe('TOO_MANY_REQUESTS');
  });
});

describe('the judge', () => {
  const even = Array.from({ length: 12 }, (_, step): [number, number, number] => [step * 20, 0, step * 80]);

  test('accepts a hand, and refuses what is too fast, too straight, or ends elsewhere', () => {
    const by = (track: [number, number, number][], duration_ms = 900, x = 220) =>
      acceptsAnswer({ x, track, duration_ms, input: 'pointer' }, 220);
    expect(by(handTrack(220))).toBe(true);
    expect(by(handTrack(220).map(([x, , at]) => [x, 0, at]))).toBe(true);
    expect(by(even)).toBe(false);
    expect(by(even.map(([x, y, at], step) => [x, y + (step % 3), at]))).toBe(true);
    expect(by(handTrack(220, 90), 90)).toBe(false);
    expect(by(handTrack(220, 90), 900)).toBe(false);
    expect(by(handTrack(120))).toBe(false);
    expect(by([])).toBe(false);
    expect(by(handTrack(220).reverse())).toBe(false);
  });

  test.each(['keyboard', 'press', 'steps', 'assistive'] as const)('accepts %s, but not at once', (input) => {
    for (const track of [even, [], [[0, 0, 0]] as [number, number, number][]]) {
      expect(acceptsAnswer({ x: 220, track, input, duration_ms: 900 }, 220)).toBe(true);
      expect(acceptsAnswer({ x: 220, track, input, duration_ms: 100 }, 220)).toBe(false);
      expect(acceptsAnswer({ x: 220, track, input, duration_ms: 900 }, 224)).toBe(false);
    }
  });
});

describe('a ticket', () => {
  const use = (ticket: string, scene: 'send_email' | 'login' = 'send_email') =>
    consumeTicket(api.db, ticket, scene, api.clock.now());

  test('serves its scene, once, for three minutes', async () => {
    const refused = expect.objectContaining({ code: 'CAPTCHA_TICKET_INVALID' });
    const ticket = await solveCaptcha(api, 'send_email');
    await expect(use(ticket, 'login')).rejects.toEqual(refused);
    await expect(use(ticket)).resolves.toBeUndefined();
    await expect(use(ticket)).rejects.toEqual(refused);
    const late = await solveCaptcha(api, 'send_email');
    api.clock.advance(CAPTCHA.ticketTtl);
    await expect(use(late)).rejects.toEqual(refused);
  });

  (onPostgres ? test : test.skip)('serves one of fifty at once', async () => {
    const ticket = await solveCaptcha(api, 'send_email');
    const uses = await Promise.allSettled(Array.from({ length: 50 }, () => use(ticket)));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the alternative', () => {
  const ask = (ids?: string[]) =>
    api.call(captcha.alternative, { scene: 'send_email', failed: ids }, { ip: someIp() });
  const workOf = async (ids?: string[]) => (await ask(ids)).data.max_number;

  test('is there from the start, and cheaper after three failures of the same scene, which count once', async () => {
    const dear = await workOf();
    const two = [await failed(), await failed()];
    expect(await workOf(two)).toBe(dear);
    const [third, fourth, fifth] = [await failed(), await failed(), await failed()];
    expect(await workOf([third, third, (await challenge()).challenge_id])).toBe(dear);
    const three = [fourth, fifth, await failed()];
    expect(await workOf(three)).toBeLessThan(dear ?? 0);
    expect(await workOf(three)).toBe(dear);
  });

  test('is given a quarter of an hour: a slow phone in a pocket still arrives', async () => {
    const { data } = await ask();
    expect(data.expires_in).toBe(CAPTCHA.proofTtl / SECOND);
    expect((await api.call(captcha.extend, { challenge_id: data.challenge_id }, { ip: someIp() })).code).toBe(
      'CAPTCHA_EXPIRED',
    );
  });

  test('is work that opens the same door, once, and only the work that was given', async () => {
    const work = async () => (await ask([await failed(), await failed(), await failed()])).data;
    const prove = async ({
      challenge: hash,
      salt,
      algorithm,
      signature,
      max_number,
    }: Awaited<ReturnType<typeof work>>) => {
      const solution = await solveChallenge(hash, salt, algorithm, max_number ?? 0).promise;
      return btoa(JSON.stringify({ algorithm, challenge: hash, number: solution?.number, salt, signature }));
    };
    const [one, two] = [await work(), await work()];
    const proof = await prove(one);
    const verify = (challenge_id: string) => api.call(captcha.verify, { challenge_id, proof });
    expect((await verify(two.challenge_id)).code).toBe('CAPTCHA_FAILED');
    const { data } = await verify(one.challenge_id);
    await consumeTicket(api.db, data.ticket, 'send_email', api.clock.now());
    expect((await verify(one.challenge_id)).code).toBe('CAPTCHA_EXPIRED');
    const third = await work();
    const nonsense = { challenge_id: third.challenge_id, proof: btoa('null') };
    expect((await api.call(captcha.verify, nonsense)).code).toBe('CAPTCHA_FAILED');
  });
});
