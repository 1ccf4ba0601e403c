import { expect, test } from '@jest/globals';
import { namedBy, takes } from './docs.ts';

test('takes scripts, paths and links from a document, not addresses or placeholders', () => {
  const markdown = [
    'Run `npm run bench` or `npm start`; see `libs/ui/src/tokens.css` and [this](docs/operations.md#mail).',
    '```',
    'node tools/checks/docs.ts --list',
    '```',
    '`/api/site/info`, `apps/api/dist/build/server.js`, `libs/<name>/src`, [out](https://example.com).',
  ].join('\n');
  expect(namedBy(markdown)).toEqual({
    scripts: ['bench', 'start'],
    commands: [],
    paths: ['libs/ui/src/tokens.css', 'tools/checks/docs.ts'],
    links: ['docs/operations.md'],
  });
});

test('takes the command of a script, and a path that leads out of the document’s folder', () => {
  const markdown =
    '`npm run ops -- order list --status pending`, `npm run trust -- crash --rounds 50`, `npm run ops -- <group> <verb>`, `node ../shared/tool.mjs`';
  expect(namedBy(markdown)).toMatchObject({
    commands: [
      { script: 'ops', words: ['order', 'list'] },
      { script: 'trust', words: ['crash'] },
    ],
    paths: ['../shared/tool.mjs'],
  });
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
