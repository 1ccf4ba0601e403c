import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { lineOf, nxTasks, sum, tally, tallyOfJest, tallyOfPlaywright } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'tally-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (content: unknown): string => {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

test('the last line names skipped tests only when there are some', () => {
  expect(lineOf(sum([tally(2, 1), tally(3)]))).toBe('5 passed, 1 failed');
  expect(lineOf(tally(5, 0, 7))).toBe('5 passed, 0 failed, 7 skipped');
});

test('a report that was never written is a failure', () => {
  expect(tallyOfJest(join(folder, 'missing.json'))).toEqual(tally(0, 1));
  expect(tallyOfPlaywright(join(folder, 'missing.json'))).toEqual(tally(0, 1));
});

test('a Jest file that could not run is a failure beside its tests', () => {
  const report = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 };
  expect(tallyOfJest(file({ ...report, numFailedTestSuites: 2, numRuntimeErrorTestSuites: 1 }))).toEqual(
    tally(4, 2, 2),
  );
});

test('a browser test that passed only when repeated has failed', () => {
  const stats = { expected: 9, unexpected: 1, flaky: 2, skipped: 3 };
  expect(tallyOfPlaywright(file({ stats, errors: [{}] }))).toEqual(tally(9, 4, 3));
});

test('reads what Nx ran and what failed of it', () => {
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

test('without a failure every task that began has passed', () => {
  expect([...nxTasks('> nx run ui:lint\n NX   Successfully ran target lint')]).toEqual([['ui:lint', true]]);
});
