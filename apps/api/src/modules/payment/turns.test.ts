import { expect, test } from '@jest/globals';
import { Turns } from './turns.ts';

test('runs tasks of one key one after another, also after a failure', async () => {
  const turns = new Turns();
  const messages: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.take('one', async () => {
    messages.push('first begins');
    await gate.promise;
    messages.push('first ends');
    throw new Error('first failed');
  });
  const second = turns.take('one', async () => messages.push('second'));
  const other = turns.take('two', async () => messages.push('other key'));
  await other;
  expect(messages).toEqual(['first begins', 'other key']);
  gate.resolve();
  await expect(first).rejects.toThrow('first failed');
  await second;
  expect(messages).toEqual(['first begins', 'other key', 'first ends', 'second']);
});

test('drops a key without waiting tasks', async () => {
  const turns = new Turns();
  const works = ['a', 'a', 'b'].map((key) => turns.take(key, () => Promise.resolve(key)));
  expect(turns.size).toBe(2);
  expect(await Promise.all(works)).toEqual(['a', 'a', 'b']);
  expect(turns.size).toBe(0);
});
