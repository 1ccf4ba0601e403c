import { expect, jest, test } from '@jest/globals';
import { askForProof, onProofRequired, type ProofPrompt } from './proof.ts';

const METHODS = ['password'] as const;
const prompt = (given: boolean) => jest.fn<ProofPrompt>(() => Promise.resolve(given));

test('without a frame no proof is given', async () => {
  expect(await askForProof(METHODS)).toBe(false);
});

test('calls at the same time share one prompt, and a later one asks again', async () => {
  let answer = (_: boolean) => {};
  const ask = jest.fn<ProofPrompt>(() => new Promise((resolve) => (answer = resolve)));
  const stop = onProofRequired(ask);
  const both = Promise.all([askForProof(METHODS), askForProof(['totp'])]);
  expect(ask.mock.calls).toEqual([[METHODS]]);
  answer(true);
  expect(await both).toEqual([true, true]);
  const later = askForProof(['totp']);
  expect(ask).toHaveBeenCalledTimes(2);
  answer(false);
  expect(await later).toBe(false);
  stop();
  expect(await askForProof(METHODS)).toBe(false);
});

test('a prompt that fails does not answer the next call', async () => {
  const stop = onProofRequired(() => Promise.reject(new Error('closed')));
  await expect(askForProof(METHODS)).rejects.toThrow('closed');
  stop();
  const again = onProofRequired(prompt(true));
  expect(await askForProof(METHODS)).toBe(true);
  again();
});

test('a frame that leaves after the next one has come keeps the prompt of the next one', async () => {
  const [first, second] = [prompt(false), prompt(true)];
  const stopFirst = onProofRequired(first);
  const stopSecond = onProofRequired(second);
  stopFirst();
  expect(await askForProof(METHODS)).toBe(true);
  expect(first).not.toHaveBeenCalled();
  stopSecond();
  expect(await askForProof(METHODS)).toBe(false);
});
