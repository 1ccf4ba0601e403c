import { expect, test } from '@jest/globals';
import { createKeys } from './idempotency-keys.ts';

const buy = { plan: 'm1' };

test('two presses at once carry one key, and the late answer of the second leaves the key of the next wish alone', () => {
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

test('a try without an answer keeps its key; with one, the next try is new', () => {
  const keys = createKeys();
  const lost = keys.begin('/order/create', buy, 'a');
  lost.end(false);
  const again = keys.begin('/order/create', buy, 'a');
  expect(again.key).toBe(lost.key);
  again.end(true);
  expect(keys.begin('/order/create', buy, 'a').key).not.toBe(lost.key);
});

test('the key belongs to the person, the call and its input', () => {
  const keys = createKeys();
  const all = [
    keys.begin('/order/create', buy, 'a'),
    keys.begin('/order/create', buy, 'b'),
    keys.begin('/order/create', { plan: 'm3' }, 'a'),
    keys.begin('/order/pay', buy, 'a'),
  ].map(({ key }) => key);
  expect(new Set(all).size).toBe(4);
});

test('a change forgets what was lost before it began, once it is done and not earlier', () => {
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

test('what is on its way when a change begins keeps its key, also when it is lost before the change is done', () => {
  const keys = createKeys();
  const underway = keys.begin('/dev_app/submit', { id: 7 }, 'a');
  const done = keys.change();
  underway.end(false);
  done();
  expect(keys.begin('/dev_app/submit', { id: 7 }, 'a').key).toBe(underway.key);
});

test('what is tried again when a change is done keeps its key', () => {
  const keys = createKeys();
  keys.begin('/dev_app/submit', { id: 7 }, 'a').end(false);
  const done = keys.change();
  const again = keys.begin('/dev_app/submit', { id: 7 }, 'a');
  done();
  expect(keys.begin('/dev_app/submit', { id: 7 }, 'a').key).toBe(again.key);
});
