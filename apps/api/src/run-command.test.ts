import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { users } from './db/schema/index.ts';
import { explain } from './run-command.ts';
import { testApp, type TestApp } from './testing/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('explain names the failed database statement, without its values', async () => {
  const now = new Date();
  const user = {
    email: 'secret@example.com',
    passwordHash: 'a-secret-hash',
    nickname: 'Secret',
    ytToken: 'a-secret-token',
    createdAt: now,
    updatedAt: now,
  };
  await api.db.insert(users).values(user);
  const twice = explain(await errorOf(api.db.insert(users).values(user)));
  expect(twice).toMatch(/^duplicate key .* in: insert into "users"/);
  expect(twice).toMatch(/\n\s+at /);
  const unread = explain(await errorOf(api.db.execute(sql`select ${'a-secret-day'}::date`)));
  expect(unread).toContain('a value was refused (22007) in: select $1::date');
  for (const text of [twice, unread]) expect(text).not.toMatch(/secret/i);
});

test('explain returns any other error as it is', () => {
  expect(explain(new Error('the lights went out'))).toContain('the lights went out');
  expect(explain('no error at all')).toBe('no error at all');
});
