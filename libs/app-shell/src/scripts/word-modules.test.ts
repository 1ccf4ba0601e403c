import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordModules } from './word-modules.ts';

let app: string;
beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), 'words-'));
});
afterEach(() => rmSync(app, { recursive: true }));

test('the words of a page come from the app’s library or the shared one, in one language', () => {
  const moduleOf = wordModules<'guide' | 'storeTerms'>({
    app,
    library: '@yunduo/i18n-public-site',
    shared: ['storeTerms'],
  });
  const path = moduleOf('en', ['guide', 'storeTerms']);
  expect(path).toBe('../.react-router/words/guide-store-terms/words.en.ts');
  const [first, ...lines] = readFileSync(join(app, 'app', path), 'utf8')
    .trim()
    .split('\n');
  expect(first).toBe(`import { addWords } from '@yunduo/app-shell';`);
  expect(lines.filter((line) => line !== '')).toEqual([
    `import { guide } from '@yunduo/i18n-public-site/en/guide';`,
    `import { storeTerms } from '@yunduo/i18n/en/store-terms';`,
    `import { en } from '../../../app/shell/en-words.ts';`,
    `export { Outlet as default } from 'react-router';`,
    `addWords(en.words, { guide, storeTerms });`,
  ]);
});
