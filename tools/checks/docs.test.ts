import { expect, test } from '@jest/globals';
import { namedBy } from './docs.ts';

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
    paths: ['libs/ui/src/tokens.css', 'tools/checks/docs.ts'],
    links: ['docs/operations.md'],
  });
});
