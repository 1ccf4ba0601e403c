import { expect, test } from '@jest/globals';
import { browserSuites, formatted } from './affected-plan.ts';

test.each([
  [['developer-console'], ['developer-console']],
  [['public-site', 'tools'], ['public-site']],
  [
    ['ui', 'public-site', 'developer-console'],
    ['public-site', 'developer-console'],
  ],
  [['api'], ['public-site', 'developer-console']],
  [['e2e'], ['public-site', 'developer-console']],
  [['tools'], []],
  [[], []],
])('a change of %j asks for the browser tests of %j', (projects, suites) => {
  expect(browserSuites(projects)).toEqual(suites);
});

test('the formatter is asked about what it knows', () => {
  expect(formatted(['a.tsx', 'b.png', 'c.yml', 'd.svg', 'README.md'])).toEqual([
    'a.tsx',
    'c.yml',
    'README.md',
  ]);
});
