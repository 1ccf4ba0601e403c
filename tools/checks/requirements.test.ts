import { expect, test } from '@jest/globals';
import { idsOf, proofsOfJest, proofsOfPlaywright, readRequirements, unproved } from './requirements.ts';

const requirements = readRequirements(
  ['# List', '- R1.05    Rich text is sanitised.', '- R2.01a B  The home page shows a banner.', 'prose'].join(
    '\n',
  ),
);

test('reads ids, the mark for the browser and the text', () => {
  expect(requirements).toEqual([
    { id: 'R1.05', browser: false, text: 'Rich text is sanitised.' },
    { id: 'R2.01a', browser: true, text: 'The home page shows a banner.' },
  ]);
});

test('takes no more than three ids from one title', () => {
  expect(idsOf('[R1.05] [R2.01a] sanitises')).toEqual(['R1.05', 'R2.01a']);
  expect(idsOf('R1.01 R1.02 R1.03 R1.04 all at once')).toEqual([]);
});

test('a requirement of the browser is not proved by a unit test', () => {
  const title = '[R1.05] [R2.01a] shows it';
  expect(unproved(requirements, [{ title, browser: false }]).map(({ id }) => id)).toEqual(['R2.01a']);
  expect(unproved(requirements, [{ title, browser: true }])).toEqual([]);
});

test('a Jest test counts when it passed and asserted something', () => {
  const result = (fullName: string, status: string, numPassingAsserts: number) => ({
    fullName,
    status,
    numPassingAsserts,
  });
  const report = {
    testResults: [
      {
        name: '/somewhere/a.test.ts',
        assertionResults: [
          result('good', 'passed', 1),
          result('empty', 'passed', 0),
          result('bad', 'failed', 1),
        ],
      },
    ],
  };
  expect(proofsOfJest(report)).toEqual([{ title: 'good', browser: false }]);
});

test('a browser test counts when it ran and passed', () => {
  const spec = (title: string, ok: boolean, status: string) => ({
    title,
    ok,
    tests: [{ status: 'expected', results: [{ status }] }],
  });
  const report = {
    suites: [
      {
        title: 'home.e2e.ts',
        specs: [
          spec('runs', true, 'passed'),
          spec('skipped', true, 'skipped'),
          spec('fails', false, 'failed'),
        ],
        suites: [{ title: 'inner', specs: [spec('too', true, 'passed')] }],
      },
    ],
  };
  expect(proofsOfPlaywright(report).map(({ title }) => title)).toEqual(['runs', 'inner too']);
});
