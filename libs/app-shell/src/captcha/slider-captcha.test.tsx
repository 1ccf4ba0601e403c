import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { captcha } from '@yunduo/api-contract';
import { fakeClient, refusal, silence, type FakeClient } from '@yunduo/data-access/testing';
import { expectAccessible } from '@yunduo/ui/testing';
import { captchaChallenge, clearMessages, inShell } from '../testing.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { SliderCaptcha } from './slider-captcha.tsx';

let challenges = 0;
const challenge = () => {
  challenges += 1;
  return { ...captchaChallenge, challenge_id: `c${challenges}` };
};
const failing = (error: unknown) => () => {
  throw error;
};

beforeEach(() => {
  challenges = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  act(clearMessages);
  jest.useRealTimers();
});
/** Lets answers arrive and timers pass. */
const pass = (milliseconds = 0) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

async function open(client: FakeClient, locale: 'zh' | 'en' = 'en') {
  const onTicket = jest.fn();
  const onExpire = jest.fn();
  const view = render(
    inShell(<SliderCaptcha scene="login" onTicket={onTicket} onExpire={onExpire} />, {
      client,
      locale,
      frame: <Toasts />,
    }).element,
  );
  await pass();
  return { onTicket, onExpire, ...view };
}
const slider = () => screen.getByRole<HTMLInputElement>('slider');
/** Moves by arrow keys and confirms with Enter. */
async function answerByKeys(steps = 3) {
  for (let step = 0; step < steps; step += 1) fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  fireEvent.keyDown(slider(), { key: 'Enter' });
  await pass();
}
const status = () => slider().closest('[data-state]')?.querySelector('[role=status]')?.textContent;
const state = () => slider().closest<HTMLElement>('[data-state]')?.dataset.state;

test('a challenge is fetched for the scene, and the slider says what to do', async () => {
  const client = fakeClient([captcha.challenge, challenge]);
  const { container } = await open(client);
  expect(client.calls).toEqual([{ endpoint: captcha.challenge, input: { scene: 'login' } }]);
  expect([state(), status()]).toEqual([
    'prompt',
    'Drag the piece into the gap. Arrow keys move it too; Enter confirms.',
  ]);
  jest.useRealTimers();
  await expectAccessible(container);
});

test('by keys alone: arrows move, Enter answers, the ticket comes', async () => {
  let settle: (ticket: object) => void = () => undefined;
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, () => new Promise((resolve) => (settle = resolve))],
  );
  const { onTicket } = await open(client);
  await answerByKeys(3);
  expect([state(), status()]).toEqual(['verifying', 'Verifying']);
  expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c1', x: 3, input: 'keyboard' });
  await act(async () => settle({ ticket: 't1', expires_in: 180 }));
  expect([state(), status()]).toEqual(['success', 'Verified']);
  expect(onTicket.mock.calls).toEqual([['t1']]);
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['zh', '验证失败，请重试'],
  ['en', 'Verification failed, please try again'],
] as const)(
  'a wrong answer burns the challenge: the words in %s and a new picture',
  async (locale, words) => {
    const client = fakeClient(
      [captcha.challenge, challenge],
      [captcha.verify, failing(refusal('CAPTCHA_FAILED'))],
    );
    await open(client, locale);
    await answerByKeys();
    expect([state(), status()]).toEqual(['failed', words]);
    expect(slider().value).toBe('0');
    expect(client.count(captcha.challenge)).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();
    client.answer(captcha.verify, { ticket: 't2', expires_in: 180 });
    await answerByKeys();
    expect(state()).toBe('success');
    expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c2' });
  },
);

test.each([
  ['zh', '请求失败', '再试一次'],
  ['en', 'Request failed', 'Try again'],
] as const)('a request that fails says so in %s and offers a way on', async (locale, words, again) => {
  const client = fakeClient([captcha.challenge, challenge], [captcha.verify, failing(silence())]);
  await open(client, locale);
  await answerByKeys();
  expect([state(), status()]).toEqual(['request-failed', words]);
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: again })));
  expect(state()).toBe('prompt');
  expect(client.count(captcha.challenge)).toBe(2);
});

test('a picture that does not come is a failed request too', async () => {
  const client = fakeClient([captcha.challenge, failing(silence())]);
  await open(client);
  expect([state(), status()]).toEqual(['request-failed', 'Request failed']);
  client.answer(captcha.challenge, challenge);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(state()).toBe('prompt');
});

test('another picture can be had by hand', async () => {
  const client = fakeClient([captcha.challenge, challenge]);
  await open(client);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Another picture' })));
  expect(client.count(captcha.challenge)).toBe(2);
});

test('of two pictures asked for at once the later one counts, whichever comes first', async () => {
  const arrive: (() => void)[] = [];
  const client = fakeClient(
    [captcha.challenge, () => new Promise((resolve) => void arrive.push(() => resolve(challenge())))],
    [captcha.verify, { ticket: 't1', expires_in: 180 }],
  );
  await open(client);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Another picture' })));
  await act(async () => arrive[1]?.());
  await act(async () => arrive[0]?.());
  await answerByKeys();
  expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c1' });
});

test('an answer that comes too late is no failure: a new picture, and the words', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(refusal('CAPTCHA_EXPIRED'))],
  );
  await open(client);
  await answerByKeys();
  expect([state(), status()]).toEqual(['prompt', 'The picture had expired. Here is a new one.']);
  expect(client.count(captcha.challenge)).toBe(2);
});

test('a picture nobody touched is renewed when it expires, five times at most', async () => {
  const client = fakeClient([captcha.challenge, challenge]);
  await open(client);
  await pass(119_999);
  expect(client.count(captcha.challenge)).toBe(1);
  await pass(1);
  expect(client.count(captcha.challenge)).toBe(2);
  for (let turn = 0; turn < 9; turn += 1) await pass(120_000);
  expect(client.count(captcha.challenge)).toBe(6);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(state()).toBe('prompt');
  expect(client.count(captcha.challenge)).toBe(7);
});

test('a ticket that lapses unused is told, and the captcha starts again', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, { ticket: 't1', expires_in: 180 }],
  );
  const { onExpire } = await open(client);
  await answerByKeys();
  await pass(179_999);
  expect(onExpire).not.toHaveBeenCalled();
  await pass(1);
  expect(onExpire).toHaveBeenCalledTimes(1);
  expect(client.count(captcha.challenge)).toBe(2);
});

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const work = {
  challenge_id: 'w1',
  algorithm: 'SHA-256',
  challenge: hash('salt&700'),
  salt: 'salt&',
  signature: 'sig',
  max_number: 1000,
  expires_in: 120,
};
async function failThreeTimes(client: FakeClient) {
  const view = await open(client);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(screen.queryByRole('button', { name: 'Use the sum instead' })).toBeNull();
    await answerByKeys();
  }
  return view;
}

test('after three failures the browser may work instead, and gets the ticket', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(refusal('CAPTCHA_FAILED'))],
    [captcha.alternative, work],
  );
  const { onTicket, container } = await failThreeTimes(client);
  client.answer(captcha.verify, { ticket: 't9', expires_in: 180 });
  fireEvent.click(screen.getByRole('button', { name: 'Use the sum instead' }));
  expect(screen.getByRole('progressbar', { name: 'Progress of the sum' }).getAttribute('value')).toBe('0');
  await pass();
  // The module of the work is loaded when it is asked for.
  await act(() => import('./proof-of-work.ts').then(() => undefined));
  await pass(1000);
  expect(client.calls.find(({ endpoint }) => endpoint.url === captcha.alternative.url)?.input).toEqual({
    scene: 'login',
    failed: ['c1', 'c2', 'c3'],
  });
  const { challenge_id, proof } = client.calls.at(-1)?.input as { challenge_id: string; proof: string };
  expect(challenge_id).toBe('w1');
  expect(JSON.parse(atob(proof))).toMatchObject({ number: 700, signature: 'sig' });
  expect(onTicket.mock.calls).toEqual([['t9']]);
  expect(state()).toBe('success');
  jest.useRealTimers();
  await expectAccessible(container);
});

test('work that is refused says so and can be tried again', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(refusal('CAPTCHA_FAILED'))],
    [captcha.alternative, failing(refusal('CAPTCHA_REQUIRED'))],
  );
  await failThreeTimes(client);
  fireEvent.click(screen.getByRole('button', { name: 'Use the sum instead' }));
  await pass();
  expect(screen.getByText('Request failed')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use the sum instead' }).getAttribute('aria-busy')).toBeNull();
});

test('the offer is read out: its place is there before its words', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(refusal('CAPTCHA_FAILED'))],
  );
  await open(client);
  const places = screen.getAllByRole('status');
  for (let turn = 0; turn < 3; turn += 1) {
    expect(places.map(({ textContent }) => textContent).join()).not.toContain('solve a sum');
    await answerByKeys();
  }
  expect(places.filter(({ textContent }) => textContent.includes('solve a sum'))).toHaveLength(1);
});

test('progress is read out in quarters', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(refusal('CAPTCHA_FAILED'))],
    [captcha.alternative, { ...work, challenge: hash('salt&2900'), max_number: 3000 }],
  );
  await failThreeTimes(client);
  client.answer(captcha.verify, { ticket: 't9', expires_in: 180 });
  const said = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const { textContent } of screen.getAllByRole('status')) said.add(textContent);
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  fireEvent.click(screen.getByRole('button', { name: 'Use the sum instead' }));
  await act(() => import('./proof-of-work.ts').then(() => undefined));
  for (let turn = 0; turn < 40; turn += 1) await pass(50);
  watch.disconnect();
  const percents = [...said].flatMap((text) => /(\d+)%/.exec(text)?.[1] ?? []);
  expect(percents.length).toBeGreaterThan(0);
  expect(percents.filter((percent) => Number(percent) % 25 !== 0)).toEqual([]);
});
