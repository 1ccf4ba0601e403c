import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { endedBadly, endOf, nxTasks, stepLine, sum, tally, tallyOfJest, tallyOfPlaywright } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'tally-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (content: unknown): string => {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

test('the last line is "N passed, N failed"; failed and skipped tests are listed above', () => {
  expect(endOf(sum([tally(2), tally(3)]))).toEqual(['5 passed, 0 failed']);
  expect(endOf(tally(5, 1, 7, ['a.test.ts: breaks']))).toEqual([
    'Failed: a.test.ts: breaks',
    'Skipped: 7 tests',
    '5 passed, 1 failed',
  ]);
});

test('a step’s line contains skipped tests and duration', () => {
  expect(stepLine('Checks', tally(5, 1), 3)).toBe('Checks: 5 passed, 1 failed (3 s)');
  expect(stepLine('Checks', tally(5, 0, 7), 3)).toBe('Checks: 5 passed, 0 failed, 7 skipped (3 s)');
});

test('a failed exit without failed tests counts as one failure', () => {
  expect(endedBadly(1, tally(3, 0, 1), 'checks')).toEqual(tally(3, 1, 1, ['checks']));
  expect(endedBadly(1, tally(3, 2, 0, ['a', 'b']), 'checks')).toEqual(tally(3, 2, 0, ['a', 'b']));
  expect(endedBadly(0, tally(3), 'checks')).toEqual(tally(3));
});

test('a missing report is a failure', () => {
  const missing = join(folder, 'missing.json');
  expect(tallyOfJest(missing)).toEqual(tally(0, 1, 0, [`${missing} was not written`]));
  expect(tallyOfPlaywright(missing)).toEqual(tally(0, 1, 0, [`${missing} was not written`]));
});

test('a Jest file that could not run counts as a failure; failed tests are named', () => {
  const report = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 };
  const passed = { status: 'passed', fullName: 'holds' };
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [passed, { status: 'failed', fullName: 'breaks' }],
    },
    { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [passed] },
  ];
  expect(
    tallyOfJest(file({ ...report, numFailedTestSuites: 2, numRuntimeErrorTestSuites: 1, testResults })),
  ).toEqual(tally(4, 2, 2, ['a.test.ts: breaks', 'b.test.ts did not run']));
});

test('a flaky browser test counts as failed; failed tests are named', () => {
  const stats = { expected: 9, unexpected: 1, flaky: 1, skipped: 3 };
  const spec = (title: string, status: string) => ({ title, tests: [{ projectName: 'zh-375', status }] });
  const suites = [
    {
      file: 'a.e2e.ts',
      specs: [spec('holds', 'expected'), spec('breaks', 'unexpected')],
      suites: [{ file: 'a.e2e.ts', specs: [spec('wavers', 'flaky')] }],
    },
  ];
  expect(tallyOfPlaywright(file({ stats, errors: [{ message: 'no server' }], suites }))).toEqual(
    tally(9, 3, 3, ['a.e2e.ts [zh-375]: breaks', 'a.e2e.ts [zh-375]: wavers', 'no server']),
  );
});

test('nxTasks reads the tasks and their results', () => {
  const output = [
    ' NX   Running targets lint, test for 2 projects:',
    '- ui',
    '- api',
    '\u001b[2m> \u001b[22mnx run ui:lint  [local cache]',
    '> nx run @yunduo/api:test',
    '> nx run api:build',
    ' NX   Running targets lint, test for 2 projects failed',
    'Failed tasks:',
    '',
    '- api:build',
    '  Run duration:      6m 31s',
  ].join('\n');
  expect([...nxTasks(output)]).toEqual([
    ['ui:lint', true],
    ['@yunduo/api:test', true],
    ['api:build', false],
  ]);
});

test('nxTasks without a failure reports every task as passed', () => {
  expect([...nxTasks('> nx run ui:lint\n NX   Successfully ran target lint')]).toEqual([['ui:lint', true]]);
});
