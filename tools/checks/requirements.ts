// Lists which numbered requirements of docs/requirements.md are proved by a test that ran and passed.
// node tools/checks/requirements.ts [--list] (after npm test: reads the reports that it wrote)
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { jestReports, tally } from '../test/tally.ts';
import type { Tally } from '../test/tally.ts';
import { root } from './workspace.ts';

export interface Requirement {
  id: string;
  /** Only a real browser can prove it. */
  browser: boolean;
  text: string;
}

/** A test that ran and passed. */
export interface Proof {
  title: string;
  browser: boolean;
}

/** Reads the list: `- R2.26 B  /user without a session …`. */
export function readRequirements(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id, browser, text] = /^- (R\d+\.\d+[a-z]?)( B)?\s+(.*)$/.exec(line) ?? [];
    return id && text ? [{ id, browser: browser !== undefined, text }] : [];
  });
}

/** The ids in a title. More than three prove none, because the title no longer says what the test asserts. */
export function idsOf(title: string): string[] {
  const ids = [...new Set(title.match(/R\d+\.\d+[a-z]?/g) ?? [])];
  return ids.length > 3 ? [] : ids;
}

/** Requirements without a proof. One marked B needs a browser test. */
export function unproved(requirements: readonly Requirement[], proofs: readonly Proof[]): Requirement[] {
  const anywhere = new Set(proofs.flatMap(({ title }) => idsOf(title)));
  const inBrowser = new Set(proofs.filter(({ browser }) => browser).flatMap(({ title }) => idsOf(title)));
  return requirements.filter(({ id, browser }) => !(browser ? inBrowser : anywhere).has(id));
}

interface JestReport {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; numPassingAsserts: number }[];
  }[];
}

/** The proofs in a Jest report; a test without an assertion proves nothing. */
export function proofsOfJest(report: JestReport): Proof[] {
  return report.testResults.flatMap(({ name, assertionResults }) => {
    const browser = relative(root, name).split(sep)[0] === 'e2e';
    return assertionResults
      .filter(({ status, numPassingAsserts }) => status === 'passed' && numPassingAsserts !== 0)
      .map(({ fullName }) => ({ title: fullName, browser }));
  });
}

interface PlaywrightSuite {
  title: string;
  specs?: { title: string; ok: boolean; tests: { status: string; results: { status: string }[] }[] }[];
  suites?: PlaywrightSuite[];
}

/**
 * The proofs in Playwright's report: a spec that ran in at least one project and passed in every project it
 * ran in.
 */
export function proofsOfPlaywright(report: { suites: PlaywrightSuite[] }): Proof[] {
  const visit = (suite: PlaywrightSuite, titles: readonly string[]): Proof[] => [
    ...(suite.specs ?? [])
      .filter(
        ({ ok, tests }) =>
          ok && tests.some(({ results }) => results.some(({ status }) => status === 'passed')),
      )
      .map(({ title }) => ({ title: [...titles, title].join(' '), browser: true })),
    ...(suite.suites ?? []).flatMap((inner) => visit(inner, [...titles, inner.title])),
  ];
  return report.suites.flatMap((suite) => visit(suite, []));
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The requirements without proof in the reports of the last `npm test`, and the summary line. */
export function coverage(folder: string): { open: Requirement[]; line: string } {
  const requirements = readRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'));
  const playwright = join(folder, 'playwright.json');
  const open = unproved(requirements, [
    ...[...jestReports(join(folder, 'jest')).values()].flatMap((file) =>
      proofsOfJest(read<JestReport>(file)),
    ),
    ...(existsSync(playwright) ? proofsOfPlaywright(read(playwright)) : []),
  ]);
  const proved = requirements.length - open.length;
  return { open, line: `${proved} of ${requirements.length} are proved by a test that passed.` };
}

/** As one check of `npm test`: each requirement without proof is a failure with its name. */
export const tallyOfOpen = (open: readonly Requirement[]): Tally =>
  open.length === 0
    ? tally(1)
    : tally(
        0,
        open.length,
        0,
        open.map(({ id, text }) => `no test that passed proves ${id}: ${text}`),
      );

if (process.argv[1] === import.meta.filename) {
  const { values: options } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
  const { open, line } = coverage(join(root, 'reports'));
  if (options.list)
    for (const { id, browser, text } of open) console.log(`${id}${browser ? ' B' : '  '} ${text}`);
  console.log(line);
}
