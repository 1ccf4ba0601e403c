import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { captcha } from '@yunduo/api-contract';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { expectAccessible } from '@yunduo/ui/testing';
import { captchaChallenge, clearMessages, inShell, messageOrToast } from '../testing.tsx';
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
/** Lets responses arrive and timers fire. */
const pass = (milliseconds = 0) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

async function open(client: FakeClient, locale: 'zh' | 'en' = 'en') {
  const onTicket = jest.fn<(ticket: string, current: () => Promise<string>) => void>();
  client.answer(captcha.extend, { expires_in: 86_400 });
  const view = render(
    inShell(<SliderCaptcha scene="login" onTicket={onTicket} />, {
      client,
      locale,
      frame: <Toasts />,
    }).element,
  );
  await pass();
  return { onTicket, ...view };
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

test('requests a challenge for the scene and shows the instructions', async () => {
  const client = fakeClient([captcha.challenge, challenge]);
  const { container } = await open(client);
  expect(client.calls).toEqual([{ endpoint: captcha.challenge, input: { scene: 'login' } }]);
  expect([state(), status()]).toEqual([
    'prompt',
    'Move the piece to the hollow with the same sign, then press Verify',
  ]);
  jest.useRealTimers();
  await expectAccessible(container);
});

test('passes the ticket on after arrow keys and Enter', async () => {
  let settle: (ticket: object) => void = () => undefined;
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, () => new Promise((resolve) => (settle = resolve))],
  );
  const { onTicket } = await open(client);
  await answerByKeys(3);
  expect([state(), status()]).toEqual(['verifying', 'Verifying']);
  expect(screen.queryByRole('button', { name: 'New puzzle' })).toBeNull();
  expect(client.calls.at(-1)?.input).toEqual({
    challenge_id: 'c1',
    x: 3,
    track: expect.any(Array),
    duration_ms: expect.any(Number),
    input: 'keyboard',
  });
  await act(async () => settle({ ticket: 't1', expires_in: 180 }));
  expect([state(), status()]).toEqual(['success', 'Verified']);
  expect(onTicket.mock.calls).toEqual([['t1', expect.any(Function)]]);
  for (const name of ['New puzzle', 'Verify automatically instead'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test.each([
  ['zh', '验证失败，请重试'],
  ['en', 'Verification failed, please try again'],
] as const)('a wrong answer shows a message in %s and requests a new challenge', async (locale, words) => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(rejection('CAPTCHA_FAILED'))],
  );
  await open(client, locale);
  await answerByKeys();
  expect([state(), status()]).toEqual(['failed', words]);
  expect(slider().value).toBe('0');
  expect(client.count(captcha.challenge)).toBe(2);
  expect(messageOrToast('alert')).toBe('');
  client.answer(captcha.verify, { ticket: 't2', expires_in: 180 });
  await answerByKeys();
  expect(state()).toBe('success');
  expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c2' });
});

test.each([
  ['zh', '请求失败', '重试'],
  ['en', 'Request failed', 'Try again'],
] as const)('a failed request shows a message in %s and a retry button', async (locale, words, again) => {
  const client = fakeClient([captcha.challenge, challenge], [captcha.verify, failing(silence())]);
  await open(client, locale);
  await answerByKeys();
  expect([state(), status()]).toEqual(['request-failed', words]);
  expect(messageOrToast('alert')).toBe('');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: again })));
  expect(state()).toBe('prompt');
  expect(client.count(captcha.challenge)).toBe(2);
});

test('a failed challenge request can be retried', async () => {
  const client = fakeClient([captcha.challenge, failing(silence())]);
  await open(client);
  expect([state(), status()]).toEqual(['request-failed', 'Request failed']);
  client.answer(captcha.challenge, challenge);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(state()).toBe('prompt');
});

test('requests another challenge by button', async () => {
  const client = fakeClient([captcha.challenge, challenge]);
  await open(client);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'New puzzle' })));
  expect(client.count(captcha.challenge)).toBe(2);
});

test('uses the last requested challenge when responses arrive out of order', async () => {
  const arrive: (() => void)[] = [];
  const client = fakeClient(
    [captcha.challenge, () => new Promise((resolve) => void arrive.push(() => resolve(challenge())))],
    [captcha.verify, { ticket: 't1', expires_in: 180 }],
  );
  await open(client);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'New puzzle' })));
  await act(async () => arrive[1]?.());
  await act(async () => arrive[0]?.());
  await answerByKeys();
  expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c1' });
});

test('an expired challenge is replaced, with a message', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(rejection('CAPTCHA_EXPIRED'))],
  );
  await open(client);
  await answerByKeys();
  expect([state(), status()]).toEqual(['prompt', 'The puzzle expired. Here is a new one.']);
  expect(client.count(captcha.challenge)).toBe(2);
});

test('an untouched challenge is renewed when it expires, at most five times', async () => {
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

test.each([
  [
    'asks for another puzzle',
    () => act(async () => screen.getByRole('button', { name: 'New puzzle' }).click()),
  ],
  ['answers it wrongly', () => answerByKeys()],
])('a visitor who %s has five more renewals', async (_what, use) => {
  const client = fakeClient([captcha.challenge, challenge]);
  client.answer(captcha.verify, failing(rejection('CAPTCHA_FAILED')));
  await open(client);
  for (let turn = 0; turn < 5; turn += 1) await pass(120_000);
  expect(client.count(captcha.challenge)).toBe(6);
  await use();
  await pass();
  expect(client.count(captcha.challenge)).toBe(7);
  for (let turn = 0; turn < 9; turn += 1) await pass(120_000);
  expect(client.count(captcha.challenge)).toBe(12);
});

test('an expired challenge is replaced by one request, however long that takes', async () => {
  const client = fakeClient([captcha.challenge, challenge]);
  await open(client);
  client.answer(captcha.challenge, () => new Promise(() => undefined));
  await pass(120_000);
  expect(client.count(captcha.challenge)).toBe(2);
  await pass(600_000);
  expect([client.count(captcha.challenge), jest.getTimerCount()]).toEqual([2, 0]);
});

test('a challenge in use is not replaced, and is extended once', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, { ticket: 't1', expires_in: 180 }],
  );
  const { onTicket } = await open(client);
  await pass(100_000);
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  await pass(20 * 60 * 60 * 1000);
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  expect(slider().value).toBe('2');
  expect([client.count(captcha.challenge), client.count(captcha.extend)]).toEqual([1, 1]);
  fireEvent.keyDown(slider(), { key: 'Enter' });
  await pass();
  expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c1', x: 2 });
  expect(onTicket).toHaveBeenCalledTimes(1);
});

test('replaces the challenge at once if it has expired before the extension', async () => {
  const client = fakeClient([captcha.challenge, challenge]);
  await open(client);
  client.answer(captcha.extend, failing(rejection('CAPTCHA_EXPIRED')));
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  await pass();
  expect(status()).toBe('The puzzle expired. Here is a new one.');
  expect([slider().value, client.count(captcha.challenge)]).toEqual(['0', 2]);
});

test('a failed extension does not affect a later answer', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, { ticket: 't1', expires_in: 180 }],
  );
  await open(client);
  client.answer(captcha.extend, failing(silence()));
  await answerByKeys();
  expect(state()).toBe('success');
});

test('an extension that is refused during verification, which used the picture up, changes nothing', async () => {
  let refuse: (error: unknown) => void = () => undefined;
  let settle: (ticket: object) => void = () => undefined;
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, () => new Promise((resolve) => (settle = resolve))],
  );
  const { onTicket } = await open(client);
  client.answer(captcha.extend, () => new Promise((_, reject) => (refuse = reject)));
  await answerByKeys();
  await act(async () => refuse(rejection('CAPTCHA_EXPIRED')));
  expect([state(), client.count(captcha.challenge)]).toEqual(['verifying', 1]);
  await act(async () => settle({ ticket: 't1', expires_in: 180 }));
  expect(state()).toBe('success');
  expect(onTicket.mock.calls).toEqual([['t1', expect.any(Function)]]);
});

test('passes the ticket on after a value set by assistive technology and Verify', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, { ticket: 't1', expires_in: 180 }],
  );
  const { onTicket } = await open(client);
  fireEvent.change(slider(), { target: { value: '212' } });
  act(() => screen.getByRole('button', { name: 'Verify' }).click());
  await pass();
  expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c1', x: 212, input: 'assistive' });
  expect(onTicket).toHaveBeenCalledTimes(1);
});

describe('current ticket', () => {
  const solved = async (client: FakeClient) => {
    const view = await open(client);
    await answerByKeys();
    return { ...view, current: view.onTicket.mock.calls[0]?.[1] as () => Promise<string> };
  };

  test('is returned while valid; after it expires the browser solves a new task', async () => {
    const client = fakeClient(
      [captcha.challenge, challenge],
      [captcha.verify, { ticket: 't1', expires_in: 180 }],
      [captcha.alternative, work],
    );
    const { current } = await solved(client);
    await pass(160_000);
    expect(await current()).toBe('t1');
    // No timer runs before a submit.
    expect(jest.getTimerCount()).toBe(0);
    // A ticket in its last ten seconds could expire in transit.
    await pass(12_000);
    client.answer(captcha.verify, { ticket: 't2', expires_in: 180 });
    let fresh: Promise<string> | undefined;
    await act(async () => void (fresh = current()));
    await act(() => import('./proof-of-work.ts').then(() => undefined));
    await pass(1000);
    expect(await fresh).toBe('t2');
    expect([state(), client.count(captcha.challenge)]).toEqual(['success', 1]);
  });

  test('never resolves if the form unmounts before the work is done', async () => {
    const client = fakeClient(
      [captcha.challenge, challenge],
      [captcha.verify, { ticket: 't1', expires_in: 180 }],
      [captcha.alternative, work],
    );
    const { current, unmount } = await solved(client);
    await pass(180_000);
    const heard = jest.fn();
    await act(async () => void current().then(heard, heard));
    unmount();
    await act(() => import('./proof-of-work.ts').then(() => undefined));
    await pass(1000);
    expect(heard).not.toHaveBeenCalled();
    expect([client.count(captcha.verify), jest.getTimerCount()]).toEqual([1, 0]);
  });
});

test('unmounting during verification aborts the request, passes no ticket on and leaves no timer', async () => {
  let settle: (ticket: object) => void = () => undefined;
  const signals: (AbortSignal | undefined)[] = [];
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, () => new Promise((resolve) => (settle = resolve))],
  );
  const call = client.call.bind(client);
  client.call = (endpoint, input, options) => {
    if (endpoint.url === captcha.verify.url) signals.push(options?.signal);
    return call(endpoint, input, options);
  };
  const { onTicket, unmount } = await open(client);
  await answerByKeys();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  unmount();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  await act(async () => settle({ ticket: 't1', expires_in: 180 }));
  await pass(10 * 60_000);
  expect(onTicket).not.toHaveBeenCalled();
  expect([client.count(captcha.challenge), jest.getTimerCount()]).toEqual([1, 0]);
});

test('unmounting before the challenge arrives sends no second request', async () => {
  let arrive: (picture: object) => void = () => undefined;
  const client = fakeClient([captcha.challenge, () => new Promise((resolve) => (arrive = resolve))]);
  const { unmount } = await open(client);
  unmount();
  await act(async () => arrive(challenge()));
  await pass(10 * 60_000);
  expect([client.count(captcha.challenge), jest.getTimerCount()]).toEqual([1, 0]);
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
  for (let turn = 0; turn < 3; turn += 1) await answerByKeys();
  return view;
}

test.each([
  ['en', 'Verify automatically instead'],
  ['zh', '改用自动验证'],
] as const)(
  'automatic verification is available from the start in %s, even without a picture',
  async (locale, name) => {
    const client = fakeClient(
      [captcha.challenge, failing(silence())],
      [captcha.alternative, work],
      [captcha.verify, { ticket: 't9', expires_in: 180 }],
    );
    const { onTicket } = await open(client, locale);
    act(() => screen.getByRole('button', { name }).click());
    await pass();
    await act(() => import('./proof-of-work.ts').then(() => undefined));
    await pass(1000);
    expect(client.calls.find(({ endpoint }) => endpoint.url === captcha.alternative.url)?.input).toEqual({
      scene: 'login',
      failed: [],
    });
    expect(onTicket.mock.calls).toEqual([['t9', expect.any(Function)]]);
    expect(state()).toBe('success');
  },
);

test('automatic verification sends the three failed challenges and passes the ticket on', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(rejection('CAPTCHA_FAILED'))],
    [captcha.alternative, work],
  );
  const { onTicket, container } = await failThreeTimes(client);
  client.answer(captcha.verify, { ticket: 't9', expires_in: 180 });
  fireEvent.click(screen.getByRole('button', { name: 'Verify automatically instead' }));
  expect(screen.getByRole('progressbar', { name: 'Verification progress' }).getAttribute('value')).toBe('0');
  await pass();
  // The module with the work is loaded on demand.
  await act(() => import('./proof-of-work.ts').then(() => undefined));
  await pass(1000);
  expect(client.calls.find(({ endpoint }) => endpoint.url === captcha.alternative.url)?.input).toEqual({
    scene: 'login',
    failed: ['c1', 'c2', 'c3'],
  });
  const { challenge_id, proof } = client.calls.at(-1)?.input as { challenge_id: string; proof: string };
  expect(challenge_id).toBe('w1');
  expect(JSON.parse(atob(proof))).toMatchObject({ number: 700, signature: 'sig' });
  expect(onTicket.mock.calls).toEqual([['t9', expect.any(Function)]]);
  expect(state()).toBe('success');
  jest.useRealTimers();
  await expectAccessible(container);
});

test('a rejected automatic verification shows an error and can be retried', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(rejection('CAPTCHA_FAILED'))],
    [captcha.alternative, failing(rejection('CAPTCHA_REQUIRED'))],
  );
  await failThreeTimes(client);
  fireEvent.click(screen.getByRole('button', { name: 'Verify automatically instead' }));
  await pass();
  expect(screen.getByText('Request failed')).toBeTruthy();
  expect(
    screen.getByRole('button', { name: 'Verify automatically instead' }).getAttribute('aria-busy'),
  ).toBeNull();
});

test('progress is announced in steps of 25 percent', async () => {
  const client = fakeClient(
    [captcha.challenge, challenge],
    [captcha.verify, failing(rejection('CAPTCHA_FAILED'))],
    [captcha.alternative, { ...work, challenge: hash('salt&2900'), max_number: 3000 }],
  );
  await failThreeTimes(client);
  client.answer(captcha.verify, { ticket: 't9', expires_in: 180 });
  const messages = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const { textContent } of screen.getAllByRole('status')) messages.add(textContent);
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  fireEvent.click(screen.getByRole('button', { name: 'Verify automatically instead' }));
  await act(() => import('./proof-of-work.ts').then(() => undefined));
  for (let turn = 0; turn < 40; turn += 1) await pass(50);
  watch.disconnect();
  const percents = [...messages].flatMap((text) => /(\d+)%/.exec(text)?.[1] ?? []);
  expect(percents.length).toBeGreaterThan(0);
  expect(percents.filter((percent) => Number(percent) % 25 !== 0)).toEqual([]);
});

describe('slider proof of work', () => {
  const carried = {
    algorithm: 'SHA-256',
    salt: 'f0'.repeat(16),
    target: 2 ** 32 / 20,
    parts: 2,
    parts_without_track: 5,
  };
  const working = (target = carried.target) => ({ ...challenge(), work: { ...carried, target } });
  const loaded = async (milliseconds = 20) => {
    await act(() => import('./proof-of-work.ts').then(() => undefined));
    await pass(milliseconds);
  };
  /** A target that no hash meets. */
  const endless = () => working(0);
  const proofSent = (client: FakeClient) =>
    (
      client.calls.findLast(({ endpoint }) => endpoint.url === captcha.verify.url)?.input as {
        proof?: string;
      }
    )?.proof;

  test.each([
    ['keys', 5, async () => answerByKeys()],
    [
      'a drag',
      2,
      async () => {
        fireEvent.pointerDown(slider(), { clientY: 100 });
        for (const value of ['60', '200']) {
          fireEvent.change(slider(), { target: { value } });
          fireEvent.pointerMove(slider(), { clientY: 100 });
        }
        fireEvent.pointerUp(slider(), { clientY: 98 });
        await pass();
      },
    ],
  ] as const)('is solved in the background; after %s it has %i parts', async (_way, parts, move) => {
    const client = fakeClient(
      [captcha.challenge, () => working()],
      [captcha.verify, { ticket: 't1', expires_in: 180 }],
    );
    const { onTicket } = await open(client);
    await loaded();
    await move();
    await pass(20);
    expect(proofSent(client)?.split(',')).toHaveLength(parts);
    expect(onTicket).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('starts as soon as the challenge arrives', async () => {
    const client = fakeClient([captcha.challenge, endless]);
    await open(client);
    await loaded(3);
    // More timers than the picture's expiry: the work yields.
    expect(jest.getTimerCount()).toBeGreaterThan(1);
  });

  test('blocks the answer until it is solved, and stops on unmount', async () => {
    const client = fakeClient([captcha.challenge, endless]);
    const { unmount } = await open(client);
    await loaded(3);
    await answerByKeys();
    await pass(5);
    expect([state(), client.count(captcha.verify)]).toEqual(['verifying', 0]);
    unmount();
    // Work that continues would schedule its next yield here.
    await pass(500);
    expect([client.count(captcha.verify), jest.getTimerCount()]).toEqual([0, 0]);
  });

  test('restarts with a new challenge and sends only that challenge’s proof', async () => {
    const client = fakeClient(
      [captcha.challenge, endless],
      [captcha.verify, { ticket: 't1', expires_in: 180 }],
    );
    await open(client);
    await loaded(3);
    client.answer(captcha.challenge, () => working());
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'New puzzle' })));
    await loaded();
    await answerByKeys();
    await pass(20);
    expect(client.calls.at(-1)?.input).toMatchObject({ challenge_id: 'c2' });
    expect(proofSent(client)).toBeDefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('does not start for a renewed challenge before the first interaction', async () => {
    const client = fakeClient(
      [captcha.challenge, challenge],
      [captcha.verify, { ticket: 't1', expires_in: 180 }],
    );
    await open(client);
    client.answer(captcha.challenge, endless);
    await pass(120_000);
    await loaded();
    // The only timer is the picture's expiry: no work runs.
    expect([client.count(captcha.challenge), jest.getTimerCount()]).toEqual([2, 1]);
    client.answer(captcha.challenge, () => working());
    await pass(120_000);
    await answerByKeys();
    await loaded();
    expect(proofSent(client)?.split(',')).toHaveLength(5);
    expect(state()).toBe('success');
  });
});

test('while a picture loads it says why', async () => {
  const never = () => new Promise<never>(() => undefined);
  const client = fakeClient([captcha.challenge, never]);
  const { unmount } = await open(client);
  expect(status()).toBe('Loading puzzle');
  unmount();
  client.answer(captcha.challenge, challenge);
  client.answer(captcha.verify, failing(rejection('CAPTCHA_EXPIRED')));
  await open(client);
  client.answer(captcha.challenge, never);
  await answerByKeys();
  expect(status()).toBe('The puzzle expired. Here is a new one.');
});
