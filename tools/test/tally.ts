import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The number of passed, failed and skipped checks, and the names of the failed ones. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly string[];
}

export const tally = (passed = 0, failed = 0, skipped = 0, failures: readonly string[] = []): Tally => ({
  passed,
  failed,
  skipped,
  failures,
});

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, one) =>
      tally(all.passed + one.passed, all.failed + one.failed, all.skipped + one.skipped, [
        ...all.failures,
        ...one.failures,
      ]),
    tally(),
  );

/** A bad exit without a failed test still counts as a failure: a leak, a broken report. */
export const endedBadly = (code: number, counted: Tally, what: string): Tally =>
  code !== 0 && counted.failed === 0 ? sum([counted, tally(0, 1, 0, [what])]) : counted;

const lineOf = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;

/** The result of one step of `npm test`. */
export const stepLine = (name: string, counted: Tally, seconds: number): string =>
  `${name}: ${lineOf(counted)}${counted.skipped ? `, ${counted.skipped} skipped` : ''} (${seconds} s)`;

/** The final output of `npm test`: failures, skipped tests, and a last line with only the two numbers. */
export const endOf = (total: Tally): string[] => [
  ...total.failures.map((name) => `Failed: ${name}`),
  ...(total.skipped ? [`Skipped: ${total.skipped} tests`] : []),
  lineOf(total),
];

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    /** The path of the file. */
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const missing = (file: string): Tally => tally(0, 1, 0, [`${file} was not written`]);

/** The tests of one Jest report. A file that could not run is a failure, and so is a missing report. */
export function tallyOfJest(file: string): Tally {
  if (!existsSync(file)) return missing(file);
  const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      return tests.length > 0 ? tests.map(({ fullName }) => `${name}: ${fullName}`) : [`${name} did not run`];
    });
  return tally(
    report.numPassedTests,
    report.numFailedTests + report.numRuntimeErrorTestSuites,
    report.numPendingTests + report.numTodoTests,
    failures,
  );
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

const firstLine = (text: string): string => stripVTControlCharacters(text).split('\n')[0] ?? '';

const failedIn = ({ file, specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => `${file} [${projectName}]: ${title}`),
  ),
  ...suites.flatMap(failedIn),
];

/** The tests of Playwright's report. One that passed only on a retry counts as failed: it hides a race. */
export function tallyOfPlaywright(file: string): Tally {
  if (!existsSync(file)) return missing(file);
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return tally(stats.expected, stats.unexpected + stats.flaky + errors.length, stats.skipped, [
    ...suites.flatMap(failedIn),
    ...errors.map(({ message = 'An error outside of the tests' }) => firstLine(message)),
  ]);
}

/**
 * The tasks that Nx ran, `ok` by task (`ui:lint`): Nx names each at its start, and the failed ones at the
 * end.
 */
export function nxTasks(output: string): Map<string, boolean> {
  const lines = stripVTControlCharacters(output).split('\n');
  const failed = new Set(
    lines
      .slice(lines.findLastIndex((line) => line.startsWith('Failed tasks:')))
      .flatMap((line) => /^\s*- (\S+:\S+)$/.exec(line)?.[1] ?? []),
  );
  const started = lines.flatMap((line) => /^> nx run ([\w@/.-]+:[\w-]+)/.exec(line)?.[1] ?? []);
  return new Map([...started, ...failed].map((task) => [task, !failed.has(task)]));
}

/** Every Jest report in a folder, by project. */
export function jestReports(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), join(folder, name)]),
  );
}
