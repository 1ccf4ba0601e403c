import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { docsFaults, takes } from './docs.ts';
import { filesOf, root } from './workspace.ts';

test('every path and npm script that a document names exists', () => {
  expect(docsFaults()).toEqual([]);
});

test('.env.example names every variable that a process reads, and the README’s table the same ones', () => {
  const named = (file: string, pattern: RegExp): string[] =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name]) => name ?? '').sort();
  const example = named('.env.example', /^#? ?([A-Z][A-Z_]+)=/gm);
  const table = named('README.md', /^\| `([A-Z][A-Z_]+)`/gm);
  const sources = [...filesOf('apps/api/src/config.ts'), ...filesOf('apps/public-site/server/config.ts')];
  const read = new Set(
    sources.flatMap((file) => named(file, /\b(?:get|url|oneOf)\((?:env, )?'([A-Z][A-Z_]+)'/g)),
  );
  expect(table).toEqual(example);
  expect([...read].filter((name) => !example.includes(name))).toEqual([]);
});

test('decision records are numbered without a gap', () => {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((name) => Number(name.slice(0, 4)));
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});

test.each([
  ['ops', 'order list'],
  ['ops', 'backup'],
  ['ops', 'review decide'],
  ['trust', 'runbooks'],
  ['release', 'rolled-out public-site'],
  ['bench', 'search'],
])('npm run %s has the command %s', (script, said) => {
  expect(takes({ script, words: said.split(' ') })).toBe(true);
});

test.each([
  ['ops', 'order refund'],
  ['ops', 'order'],
  ['trust', 'calm'],
  ['release', 'publish'],
  ['affected', 'plan'],
])('npm run %s has no command %s', (script, said) => {
  expect(takes({ script, words: said.split(' ') })).toBe(false);
});
