import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keepFiles, keptBuilds } from './keep-files.ts';

const script = (name: string): string => join(import.meta.dirname, name);
/** The same program for images with Node and for those without. */
const WAYS: Record<string, typeof keepFiles> = {
  'keep-files.ts': keepFiles,
  'keep-files.sh'(client, folder, builds = 5) {
    const args = ['--client', client, '--to', folder, '--builds', String(builds)];
    const output = execFileSync('sh', [script('keep-files.sh'), ...args], { encoding: 'utf8' });
    return output.trim().replace('kept: ', '').split(', ');
  },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yunduo-keep-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A build's client folder with files of these names; each contains its own name. */
function build(id: string, names: readonly string[]): string {
  const client = join(folder, 'client');
  rmSync(client, { recursive: true, force: true });
  const write = (name: string, content: string): void => {
    mkdirSync(dirname(join(client, name)), { recursive: true });
    writeFileSync(join(client, name), content);
  };
  write('builds/latest.json', JSON.stringify({ id }));
  write(`builds/meta/${id}.json`, '{}');
  write('index.html', id);
  for (const name of names) write(name, name);
  return client;
}
const stored = (): string => join(folder, 'kept');
const chunks = (): string[] => readdirSync(join(stored(), 'assets')).sort();

describe.each(Object.entries(WAYS))('%s', (_, keep) => {
  test('keeps the previous build’s chunks beside the new ones, but no pages', () => {
    keep(build('one', ['assets/a-1.js', 'assets/a-1.js.br', 'assets/same-1.js']), stored());
    expect(keep(build('two', ['assets/a-2.js', 'assets/same-1.js']), stored())).toEqual(['two', 'one']);
    expect(chunks()).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js', 'same-1.js']);
    expect(readFileSync(join(stored(), 'assets/a-1.js'), 'utf8')).toBe('assets/a-1.js');
    expect(existsSync(join(stored(), 'builds/meta/one.json'))).toBe(true);
    expect(existsSync(join(stored(), 'index.html'))).toBe(false);
    expect(existsSync(join(stored(), 'builds/latest.json'))).toBe(false);
  });

  test('removes files of builds beyond the limit unless a kept build shares them', () => {
    keep(build('one', ['assets/a-1.js', 'assets/same-1.js']), stored(), 2);
    keep(build('two', ['assets/a-2.js', 'assets/same-1.js']), stored(), 2);
    keep(build('three', ['assets/a-3.js', 'assets/same-1.js']), stored(), 2);
    expect(chunks()).toEqual(['a-2.js', 'a-3.js', 'same-1.js']);
    expect(existsSync(join(stored(), 'builds/meta/one.json'))).toBe(false);
  });

  test('a build rolled back to becomes the newest and is listed once', () => {
    keep(build('one', ['assets/a-1.js']), stored(), 2);
    keep(build('two', ['assets/a-2.js']), stored(), 2);
    keep(build('one', ['assets/a-1.js']), stored(), 2);
    expect(keptBuilds(stored()).map(({ id }) => id)).toEqual(['one', 'two']);
    keep(build('three', ['assets/a-3.js']), stored(), 2);
    expect(chunks()).toEqual(['a-1.js', 'a-3.js']);
  });

  test('continues the list of the other implementation', () => {
    const other = Object.values(WAYS).find((way) => way !== keep) ?? keep;
    other(build('one', ['assets/a-1.js']), stored());
    expect(keep(build('two', ['assets/a-2.js', 'assets/deep/b-2.js']), stored())).toEqual(['two', 'one']);
    expect(other(build('three', ['assets/a-3.js']), stored(), 2)).toEqual(['three', 'two']);
    expect(chunks()).toEqual(['a-2.js', 'a-3.js', 'deep']);
    expect(keptBuilds(stored())[1]).toEqual({
      id: 'two',
      files: expect.arrayContaining([
        'assets/a-2.js',
        'assets/deep/b-2.js',
        'builds/meta/two.json',
      ]) as unknown,
    });
  });
});

test.each([
  ['keep-files.ts', process.execPath],
  ['keep-files.sh', 'sh'],
])('%s reads the folder from KEPT_FILES and rejects an invalid option', (name, program) => {
  const run = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(program, [script(name), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });
  const client = build('one', ['assets/a-1.js']);
  expect(run(['--client', client], { KEPT_FILES: stored() })).toMatchObject({
    status: 0,
    stdout: 'kept: one\n',
  });
  expect(chunks()).toEqual(['a-1.js']);
  expect(run(['--client', client])).toMatchObject({ status: 2, stdout: '' });
  expect(run(['--client', client, '--nothing', 'x'], { KEPT_FILES: stored() }).status).not.toBe(0);
  rmSync(join(client, 'builds/latest.json'));
  expect(run(['--client', client], { KEPT_FILES: stored() }).status).not.toBe(0);
  expect(keptBuilds(stored())).toHaveLength(1);
});
