import { expect, test } from '@jest/globals';
import { namedBy } from './docs.ts';

test('namedBy returns scripts, paths and links but no URLs or placeholders', () => {
  const markdown = [
    'Run `npm run bench` or `npm start`; see `libs/ui/src/tokens.css` and [this](docs/operations.md#mail).',
    '```',
    'node tools/checks/docs.ts --list',
    '```',
    '`.github/workflows/main.yml`, `/api/site/info`, `apps/api/dist/build/server.js`, `libs/<name>/src`, [out](https://example.com).',
  ].join('\n');
  expect(namedBy(markdown)).toEqual({
    scripts: ['bench', 'start'],
    commands: [],
    paths: ['libs/ui/src/tokens.css', 'tools/checks/docs.ts', '.github/workflows/main.yml'],
    links: ['docs/operations.md'],
  });
});

test('namedBy returns a script’s command and paths outside the document’s folder', () => {
  const markdown =
    '`npm run ops -- order list --status pending`, `npm run trust -- crash --rounds 50`, `npm run ops -- <group> <verb>`, `npm run -s ops -- content show --json > a.json`, `node ../shared/tool.mjs`';
  expect(namedBy(markdown)).toMatchObject({
    commands: [
      { script: 'ops', words: ['order', 'list'] },
      { script: 'trust', words: ['crash'] },
      { script: 'ops', words: ['content', 'show'] },
    ],
    paths: ['../shared/tool.mjs'],
  });
});
