import { expect, test } from '@jest/globals';
import { summaryOf } from './sql.ts';

test.each<[statement: string, summary: string]>([
  ['select "id", "name" from "apps" where "apps"."id" = $1', 'SELECT apps'],
  ['insert into "users" ("email") values ($1) returning "id"', 'INSERT users'],
  ['update "pgboss"."job" set state = $1', 'UPDATE pgboss.job'],
  ['delete from only sessions where id in (select id from old)', 'DELETE sessions'],
  [
    'with due as (select id from a join (select 1) b on true) update jobs d set x = 1 from due',
    'UPDATE jobs',
  ],
  ['with recursive t as (select 1) select count(*) from t', 'SELECT t'],
  ['select count(*) from (select 1 from apps) x', 'SELECT'],
  ["select '(' as a from shops", 'SELECT shops'],
  ['-- by hand\n  SELECT pg_is_in_recovery()', 'SELECT'],
  ['begin isolation level repeatable read', 'BEGIN'],
  ['rollback', 'ROLLBACK'],
  ['', 'QUERY'],
])('%s is %s', (statement, summary) => {
  expect(summaryOf(statement).summary).toBe(summary);
  expect(summaryOf(statement)).toBe(summaryOf(statement));
});

test.each<[statement: string, text: string]>([
  ['select 1 from a where b = $12 and c2 = 34.5 limit 6', 'select ? from a where b = $12 and c2 = ? limit ?'],
  [
    "update u set email = 'o''neil@example.com', name = e'a\\'b' where n = -7",
    'update u set email = ?, name = ? where n = -?',
  ],
  ['do $body$ raise $$x$$ $body$', 'do ?'],
  ['select "2fa", t.x1 /* reader@example.com */ from "of_2026"', 'select "2fa", t.x1 from "of_2026"'],
  ["select interval '3 days'\n\n  as d", 'select interval ? as d'],
])('%s is recorded as %s', (statement, text) => {
  expect(summaryOf(statement).text).toBe(text);
});

test('a long statement is cut, and forgotten ones are read again', () => {
  const long = `select ${'x, '.repeat(4_000)} y from a`;
  const read = summaryOf(long);
  expect(read).toMatchObject({ summary: 'SELECT a', collection: 'a' });
  expect(read.text).toHaveLength(4_000);
  expect(summaryOf(long)).toBe(read);
  for (let n = 0; n < 1_001; n += 1) summaryOf(`select ${n} from t${n}`);
  expect(summaryOf(long)).toMatchObject({ summary: 'SELECT a', operation: 'SELECT' });
  expect(summaryOf(long)).not.toBe(read);
});
