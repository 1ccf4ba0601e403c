import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { root } from './workspace.ts';

// Every command of the product, as a new user types it.

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const commands = [
  ...Object.values(scripts).filter((line) => line.startsWith('node ')),
  'node tools/build-manifest/keep-files.ts',
  'node tools/checks/migrations.ts',
  'node tools/licence/verify.ts',
  'node apps/developer-console/public/publish.mjs',
];

/** A command that ignores a mistake would do its work here. */
const folder = mkdtempSync(join(tmpdir(), 'yunduo-typed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Limits against hangs: a busy machine takes a minute for a command of half a second. */
const LIMIT = 240_000;
const TEST_LIMIT = LIMIT + 60_000;

/** Its output and exit code. */
function typed(line: string): Promise<{ code: number | null; out: string; err: string }> {
  const [, ...words] = line.split(' ');
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: folder, DATABASE_URL: '', PORT: '0' };
    const child = execFile(process.execPath, words, { cwd: root, env, timeout: LIMIT }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

test.each(commands)(
  '%s prints its usage with --help and rejects an unknown option with exit code 2',
  async (line) => {
    const [help, option] = await Promise.all([typed(`${line} --help`), typed(`${line} --unheard-of`)]);
    expect(help).toEqual({ code: 0, out: expect.stringMatching(/\S/), err: '' });
    expect(option).toEqual({ code: 2, out: '', err: expect.stringMatching(/^[^\n]*--unheard-of/) });
    expect(option.err).not.toMatch(/^ {4}at /m);
  },
  TEST_LIMIT,
);

test.each([
  ['node tools/start/start.ts sleep', 'sleep'],
  ['node tools/test/with-postgres.ts', 'Which command?'],
  ['node tools/start/dev.ts sleep', 'sleep: there is api'],
  ['node tools/bench/main.ts --rounds none', 'none: a whole number'],
  ['node tools/bench/main.ts search server', 'server: there is search'],
  ['node tools/bench/main.ts cost --rounds 7', '--rounds'],
  ['node tools/bench/main.ts interactions --only nowhere', 'nowhere: there is'],
  ['node tools/trust/trust.ts crash --minutes 5', 'crash counts rounds'],
  ['node tools/trust/trust.ts crash races', 'One run at a time'],
  ['node tools/release/release.ts cut public-site api', 'cut takes <app>'],
  ['node tools/release/release.ts rolled-back public-site --dry-run', 'rolled-back takes <app>'],
  ['node tools/release/release.ts cut public-site --as soon', 'soon: major, minor'],
  ['node tools/release/release.ts compat sleep', 'sleep: there is previous-apps'],
  ['node tools/release/release.ts sleep', 'sleep: there is list'],
  ['node apps/developer-console/public/publish.mjs --app', '--app'],
  ['node tools/build-manifest/keep-files.ts --client . --to . --builds 0', '--builds'],
  ['node apps/api/src/seed/seed-command.ts sleep', 'sleep'],
])(
  '%s is rejected before any work is done',
  async (line, output) => {
    const { code, out, err } = await typed(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.split('\n', 1)[0]).toContain(output);
    expect(err).not.toMatch(/^ {4}at /m);
  },
  TEST_LIMIT,
);
