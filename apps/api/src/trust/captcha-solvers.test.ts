import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captcha } from '@yunduo/api-contract';
import { solutionOf } from '../modules/captcha/service.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { someIp } from '../testing/people.ts';
import { chanceOf, hits, solveBy, SOLVERS } from './captcha-solvers.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const PICTURES = 40;

test('pixel, outline and darkness solvers solve at most eight of forty pictures', async () => {
  const solved = Object.fromEntries(Object.keys(SOLVERS).map((name) => [name, 0]));
  let chance = 0;
  for (let count = 0; count < PICTURES; count += 1) {
    const { data } = await api.call(captcha.challenge, { scene: 'login' }, { ip: someIp() });
    const gap = (await solutionOf(api.db, data.challenge_id)) ?? Number.NaN;
    for (const [name, x] of Object.entries(await solveBy(data))) {
      if (hits(x, gap)) solved[name] = (solved[name] ?? 0) + 1;
    }
    chance += chanceOf(gap) / PICTURES;
  }
  expect(chance).toBeLessThanOrEqual(0.02);
  const over = Object.entries(solved).filter(([, count]) => count > PICTURES * 0.2);
  expect(over).toEqual([]);
});

test('the solvers solve a picture that shows the piece itself', async () => {
  const { data } = await api.call(captcha.challenge, { scene: 'login' }, { ip: someIp() });
  const sharp = (await import('sharp')).default;
  const bytes = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const shown = await sharp({ create: { width: 480, height: 240, channels: 3, background: '#a0b0b0' } })
    .composite([{ input: bytes(data.piece), left: 300, top: data.y }])
    .png()
    .toBuffer();
  const places = await solveBy({ ...data, background: `data:image/png;base64,${shown.toString('base64')}` });
  expect(hits(places['template match'] ?? 0, 300)).toBe(true);
  expect(hits(places['outline match'] ?? 0, 300)).toBe(true);
});
