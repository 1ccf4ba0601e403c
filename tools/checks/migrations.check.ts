import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { allMigrationFaults, migrationFaults, RULES } from './migrations.ts';
import type { Rule } from './migrations.ts';
import { root } from './workspace.ts';

test('every migration can run beside the previous version', async () => {
  expect(await allMigrationFaults()).toEqual([]);
});

test('the schema after the last migration is kept, and none before it', () => {
  const meta = join(root, 'apps/api/src/db/migrations/meta');
  const { entries } = JSON.parse(readFileSync(join(meta, '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const last = entries.at(-1)?.tag.slice(0, 4) ?? '';
  expect(readdirSync(meta).toSorted()).toEqual([`${last}_snapshot.json`, '_journal.json']);
});

/** A statement that breaks the rule on existing tables, and a safe one with the same purpose. */
const cases: [rule: Rule, wrong: string, right: string | null][] = [
  [
    'index',
    'create index apps_name on apps (name)',
    'create index concurrently if not exists apps_name on apps (name)',
  ],
  ['index-alone', 'create index concurrently apps_name on apps (name)', null],
  ['index-alone', 'drop index concurrently apps_name', 'drop index concurrently if exists apps_name'],
  [
    'column-not-null',
    'alter table apps add column tone text not null',
    "alter table apps add column tone text not null default ''",
  ],
  [
    'column-rewrites',
    'alter table apps add column key uuid default gen_random_uuid()',
    'alter table apps add column key uuid',
  ],
  [
    'column-rewrites',
    'alter table apps add column made timestamptz default clock_timestamp()',
    'alter table apps add column made timestamptz default now()',
  ],
  ['column-rewrites', 'alter table apps add column n int generated always as identity', null],
  ['column-rewrites', 'alter table apps add column n bigserial', 'alter table apps add column n bigint'],
  ['column-rewrites', 'alter table apps add column n int generated always as (1 + 1) stored', null],
  [
    'column-constraint',
    'alter table apps add column owner int references users (id)',
    'alter table apps add column owner int',
  ],
  ['column-constraint', 'alter table apps add column rank int check (rank > 0)', null],
  ['constraint-index', 'alter table apps add column slug text unique', null],
  [
    'column-type',
    'alter table apps alter column rank type bigint',
    'alter table apps add column rank_64 bigint',
  ],
  ['drop-column', 'alter table apps drop column rank', null],
  ['drop-table', 'drop table apps', null],
  ['drop-table', 'truncate apps', null],
  ['drop', 'drop view shelf', null],
  [
    'drop-default',
    'alter table apps alter column rank drop default',
    'alter table apps alter column rank set default 1',
  ],
  ['rename', 'alter table apps rename column rank to place', null],
  ['rename', 'alter table apps rename to programs', null],
  [
    'rename',
    "alter type tone rename value 'loud' to 'bold'",
    "alter type tone add value if not exists 'bold'",
  ],
  [
    'not-null',
    'alter table apps alter column rank set not null',
    'alter table apps alter column rank drop not null',
  ],
  [
    'constraint',
    'alter table apps add constraint apps_rank check (rank > 0)',
    'alter table apps add constraint apps_rank check (rank > 0) not valid',
  ],
  [
    'constraint',
    'alter table apps add foreign key (owner) references users (id)',
    'alter table apps add foreign key (owner) references users (id) not valid',
  ],
  [
    'constraint-index',
    'alter table apps add constraint apps_slug unique (slug)',
    'alter table apps add constraint apps_slug unique using index apps_slug',
  ],
  [
    'validate-together',
    'alter table apps add constraint c check (rank > 0) not valid; alter table apps validate constraint c',
    'alter table apps validate constraint c',
  ],
  ['rewrite', 'cluster apps', null],
  ['rewrite', 'alter table apps set unlogged', null],
  ['lock', 'drop index apps_name', null],
  ['lock', 'reindex table apps', null],
  ['lock', 'lock table apps', null],
  ['every-row', 'update apps set rank = 1', 'update apps set rank = 1 where id = 7'],
  ['every-row', 'delete from apps', 'delete from apps where id = 7'],
  ['opaque', 'do $$ begin delete from apps; end $$', null],
];

describe.each(cases)('%s: %s', (rule, wrong, right) => {
  test('is reported', async () => {
    expect((await migrationFaults(wrong)).map((fault) => fault.rule)).toEqual([rule]);
  });

  test('is accepted with a reason or in its harmless form', async () => {
    expect(await migrationFaults(`-- allow ${rule}: a contract, unused since 1.4.0\n${wrong}`)).toEqual([]);
    expect(right === null ? [] : await migrationFaults(right)).toEqual([]);
  });
});

test('each rule has a case', () => {
  expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(Object.keys(RULES)));
});

const BREAK = '\n--> statement-breakpoint\n';

test('accepts any change of a table created in the same migration', async () => {
  const migration = [
    'create table "plans" (id int primary key, rank int)',
    'create index plans_rank on "plans" (rank)',
    'alter table "plans" add constraint plans_user foreign key (id) references users (id)',
    'update plans set rank = 1',
    'alter table "plans" alter column rank set not null',
  ];
  expect(await migrationFaults(migration.join(BREAK))).toEqual([]);
  expect(await migrationFaults(migration.slice(1).join(BREAK))).toHaveLength(4);
});

test('accepts changes of a table created from a query', async () => {
  const migration = ['create table shelf as select id from apps', 'create index shelf_id on shelf (id)'];
  expect(await migrationFaults(migration.join(BREAK))).toEqual([]);
});

test('concurrent indexes must be alone in their migration', async () => {
  const index = 'create index concurrently if not exists i on apps (name)';
  expect(await migrationFaults([index, index.replace(' i ', ' j ')].join(BREAK))).toEqual([]);
  expect(await migrationFaults([index, 'alter table apps add column x int'].join(BREAK))).toEqual([
    expect.objectContaining({ rule: 'index-alone' }),
  ]);
});

test.each([
  ['-- allow drop-column: later\nalter table apps drop column rank', 'wants a reason'],
  [
    '-- allow dropping: nobody has used it since 1.4.0\nalter table apps drop column rank',
    'no rule dropping',
  ],
  ['-- allow index: nobody has used it since 1.4.0\nselect 1', 'nothing is wrong by index'],
  ['create tabel x ()', 'syntax error'],
])('rejects %j', async (migration, why) => {
  await expect(migrationFaults(migration)).rejects.toThrow(why);
});
