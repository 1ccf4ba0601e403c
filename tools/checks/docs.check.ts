import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { measurementsDocument } from '../bench/measurements.ts';
import { docsFaults, takes } from './docs.ts';
import { filesOf, root } from './workspace.ts';

test('every path and npm script named in a document exists', () => {
  expect(docsFaults()).toEqual([]);
});

test('docs/measurements.md matches its JSON files', () => {
  expect(readFileSync(join(root, 'docs/measurements.md'), 'utf8')).toBe(measurementsDocument());
});

/**
 * The files in which each process reads its configuration. `npm start` and `npm run dev` use
 * tools/start/settings.ts.
 */
const CONFIG_SOURCES = [
  'apps/api/src/{config,server}.ts',
  'apps/api/src/db/*-command.ts',
  'apps/public-site/server/*.ts',
  'apps/public-site/app/**/*.server.ts',
  'tools/start/*.ts',
  'tools/build-manifest/keep-files.ts',
];

/** Set by the system, Node, npm or the build: not needed to run the product. */
const NOT_OURS = ['NODE_ENV', 'INIT_CWD'];

/**
 * The variables that a source reads: `env.X`, `env['X']`, and through a helper: `get('X')`, `readAddress(env,
 * 'X')`.
 */
const readBy = (source: string): string[] =>
  [
    ...source.matchAll(/\benv(?:\.|\??\.?\[['"])([A-Z][A-Z_]+)\b/g),
    ...source.matchAll(/\b(?:get|url|base|oneOf|readAddress)\(\s*(?:env,\s*)?'([A-Z][A-Z_]+)'/g),
  ].map(([, name]) => name ?? '');

test('readBy finds variables in any form of access', () => {
  const source =
    "env.PORT ?? process.env['HOST']; get('DATA_DIR'); readAddress(env, 'ORIGIN'); url(\n 'LINK_DEMO')";
  expect(readBy(source).sort()).toEqual(['DATA_DIR', 'HOST', 'LINK_DEMO', 'ORIGIN', 'PORT']);
});

test('.env.example and the README table name exactly the variables that processes read', () => {
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');
  const named = (file: string, pattern: RegExp): string[] =>
    [...text(file).matchAll(pattern)].map(([, name]) => name ?? '').sort();
  const example = named('.env.example', /^#? ?([A-Z][A-Z_]+)=/gm);
  const table = named('README.md', /^\| `([A-Z][A-Z_]+)`/gm);
  const sources = CONFIG_SOURCES.flatMap((pattern) => filesOf(pattern)).filter(
    (file) => !/\.(test|check)\.ts$/.test(file),
  );
  const read = new Set(sources.flatMap((file) => readBy(text(file))));
  expect(table).toEqual(example);
  expect([...read].filter((name) => !example.includes(name) && !NOT_OURS.includes(name))).toEqual([]);
  // Every listed variable is read by a process, or by the file that starts the containers.
  const compose = text('tools/deployment/compose.yaml');
  expect(example.filter((name) => !read.has(name) && !compose.includes(`\${${name}`))).toEqual([]);
});

/** The index row that a decision record requires; null if the record's header is malformed. */
function decisionRow(file: string, text: string): string | null {
  const [, number, title, date, status] =
    /^# (\d+)\. (.+)\n\n\*\*Date:\*\* (\d{4}-\d{2}-\d{2}) · \*\*Status:\*\* (.+)\n/.exec(text) ?? [];
  if (!number || Number(number) !== Number(file.slice(0, 4))) return null;
  return `| [${number}](${file}) | ${title} | ${date} | ${status} |`;
}

test('a decision record without number, date or status has no row', () => {
  const record = '# 7. Title\n\n**Date:** 2026-11-25 · **Status:** accepted\n\nText\n';
  expect(decisionRow('0007-title.md', record)).toBe('| [7](0007-title.md) | Title | 2026-11-25 | accepted |');
  expect(decisionRow('0008-title.md', record)).toBeNull();
  expect(decisionRow('0007-title.md', record.replace('**Date:** 2026-11-25 · ', ''))).toBeNull();
  expect(decisionRow('0007-title.md', record.replace(' · **Status:** accepted', ''))).toBeNull();
});

test('each decision record has a unique number, a date, a status and a row in docs/decisions/README.md', () => {
  const folder = join(root, 'docs/decisions');
  const files = readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort();
  expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(files.length);
  const rows = files.map((name) => [name, decisionRow(name, readFileSync(join(folder, name), 'utf8'))]);
  expect(rows.filter(([, row]) => row === null)).toEqual([]);
  // Prettier pads the cells of a table.
  const index = readFileSync(join(folder, 'README.md'), 'utf8').replace(/ +\|/g, ' |');
  expect(index.match(/^\| \[\d+\].*$/gm)).toEqual(rows.map(([, row]) => row));
});

test.each([
  ['ops', 'order list'],
  ['ops', 'backup'],
  ['ops', 'review decide'],
  ['trust', 'runbooks'],
  ['release', 'rolled-out public-site'],
  ['release', 'publish public-site'],
  ['bench', 'search'],
])('npm run %s has the command %s', (script, output) => {
  expect(takes({ script, words: output.split(' ') })).toBe(true);
});

test.each([
  ['ops', 'order refund'],
  ['ops', 'order'],
  ['trust', 'calm'],
  ['release', 'unpublish'],
])('npm run %s has no command %s', (script, output) => {
  expect(takes({ script, words: output.split(' ') })).toBe(false);
});
