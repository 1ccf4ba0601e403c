import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { tally } from '../test/tally.ts';
import {
  coverage,
  idsOf,
  proofsOfJest,
  proofsOfPlaywright,
  readRequirements,
  tallyOfOpen,
  unproved,
} from './requirements.ts';

const requirements = readRequirements(
  ['# List', '- R1.05    Rich text is sanitised.', '- R2.01a B  The home page shows a banner.', 'prose'].join(
    '\n',
  ),
);

test('parses id, browser mark and text', () => {
  expect(requirements).toEqual([
    { id: 'R1.05', browser: false, text: 'Rich text is sanitised.' },
    { id: 'R2.01a', browser: true, text: 'The home page shows a banner.' },
  ]);
});

test('reads at most three ids of one title', () => {
  expect(idsOf('[R1.05] [R2.01a] sanitises')).toEqual(['R1.05', 'R2.01a']);
  expect(idsOf('R1.01 R1.02 R1.03 R1.04 all at once')).toEqual([]);
});

test('a unit test does not prove a browser requirement', () => {
  const title = '[R1.05] [R2.01a] shows it';
  expect(unproved(requirements, [{ title, browser: false }]).map(({ id }) => id)).toEqual(['R2.01a']);
  expect(unproved(requirements, [{ title, browser: true }])).toEqual([]);
});

test('a Jest test counts if it passed with an assertion', () => {
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

test('a browser test counts if it ran and passed', () => {
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

test('a browser run that leaves requirements open fails and lists them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'requirements-'));
  try {
    const none = coverage(folder);
    expect(none.open.length).toBeGreaterThan(100);
    expect(none.line).toBe(`0 of ${none.open.length} are proved by a test that passed.`);
    // A unit test does not prove a B requirement; Playwright's report does.
    const [seen, reported] = [true, false].map((b) => none.open.find(({ browser }) => browser === b));
    const assertionResults = [seen, reported].map((one) => ({
      fullName: `[${one?.id}] holds`,
      status: 'passed',
      numPassingAsserts: 1,
    }));
    mkdirSync(join(folder, 'jest'));
    writeFileSync(
      join(folder, 'jest/ui.json'),
      JSON.stringify({ testResults: [{ name: '/somewhere/a.test.ts', assertionResults }] }),
    );
    expect(coverage(folder).open).toEqual(none.open.filter(({ id }) => id !== reported?.id));
    const tests = [{ status: 'expected', results: [{ status: 'passed' }] }];
    const specs = [{ title: `[${seen?.id}] is seen`, ok: true, tests }];
    writeFileSync(
      join(folder, 'playwright.json'),
      JSON.stringify({ suites: [{ title: 'home.e2e.ts', specs }] }),
    );
    expect(coverage(folder).open.map(({ id }) => id)).toEqual(
      none.open.map(({ id }) => id).filter((id) => id !== seen?.id && id !== reported?.id),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(tallyOfOpen([])).toEqual(tally(1));
  expect(tallyOfOpen(requirements)).toEqual(
    tally(0, 2, 0, [
      'no test that passed proves R1.05: Rich text is sanitised.',
      'no test that passed proves R2.01a: The home page shows a banner.',
    ]),
  );
});
