import { expect, test } from '@jest/globals';
import { createKeys } from './idempotency-keys.ts';

const buy = { plan: 'm1' };

test('concurrent attempts share a key, and a late response does not end the next action’s key', () => {
  const keys = createKeys();
  const first = keys.begin('/order/create', buy, 'a');
  const second = keys.begin('/order/create', buy, 'a');
  expect(second.key).toBe(first.key);
  first.end(true);
  const next = keys.begin('/order/create', buy, 'a');
  expect(next.key).not.toBe(first.key);
  second.end(true);
  // The next action is still running: a second press belongs to it.
  expect(keys.begin('/order/create', buy, 'a').key).toBe(next.key);
});

test('an attempt without a response keeps its key; a response ends it', () => {
  const keys = createKeys();
  const lost = keys.begin('/order/create', buy, 'a');
  lost.end(false);
  const again = keys.begin('/order/create', buy, 'a');
  expect(again.key).toBe(lost.key);
  again.end(true);
  expect(keys.begin('/order/create', buy, 'a').key).not.toBe(lost.key);
});

test('the key depends on user, call and input', () => {
  const keys = createKeys();
  const all = [
    keys.begin('/order/create', buy, 'a'),
    keys.begin('/order/create', buy, 'b'),
    keys.begin('/order/create', { plan: 'm3' }, 'a'),
    keys.begin('/order/pay', buy, 'a'),
  ].map(({ key }) => key);
  expect(new Set(all).size).toBe(4);
});

test('a completed change discards the keys of attempts that failed before it began', () => {
  const keys = createKeys();
  const lost = keys.begin('/dev_app/submit', { id: 7 }, 'a');
  lost.end(false);
  const done = keys.change();
  const again = keys.begin('/dev_app/submit', { id: 7 }, 'a');
  expect(again.key).toBe(lost.key);
  again.end(false);
  done();
  expect(keys.begin('/dev_app/submit', { id: 7 }, 'a').key).not.toBe(lost.key);
});

test('an attempt pending at the start of a change keeps its key, even if it fails before the end', () => {
  const keys = createKeys();
  const underway = keys.begin('/dev_app/submit', { id: 7 }, 'a');
  const done = keys.change();
  underway.end(false);
  done();
  expect(keys.begin('/dev_app/submit', { id: 7 }, 'a').key).toBe(underway.key);
});

test('an attempt pending at the end of a change keeps its key', () => {
  const keys = createKeys();
  keys.begin('/dev_app/submit', { id: 7 }, 'a').end(false);
  const done = keys.change();
  const again = keys.begin('/dev_app/submit', { id: 7 }, 'a');
  done();
  expect(keys.begin('/dev_app/submit', { id: 7 }, 'a').key).toBe(again.key);
});
