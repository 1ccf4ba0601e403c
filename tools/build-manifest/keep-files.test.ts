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
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepFiles, keptBuilds } from './keep-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yunduo-keep-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A build's client folder with files of these names, whose content is their name. */
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
const kept = (): string => join(folder, 'kept');
const chunks = (): string[] => readdirSync(join(kept(), 'assets')).sort();

test('chunks of the build before are there beside the new ones; pages are not kept', () => {
  keepFiles(build('one', ['assets/a-1.js', 'assets/a-1.js.br', 'assets/same-1.js']), kept());
  expect(keepFiles(build('two', ['assets/a-2.js', 'assets/same-1.js']), kept())).toEqual(['two', 'one']);
  expect(chunks()).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js', 'same-1.js']);
  expect(readFileSync(join(kept(), 'assets/a-1.js'), 'utf8')).toBe('assets/a-1.js');
  expect(existsSync(join(kept(), 'builds/meta/one.json'))).toBe(true);
  expect(existsSync(join(kept(), 'index.html'))).toBe(false);
  expect(existsSync(join(kept(), 'builds/latest.json'))).toBe(false);
});

test('what only builds beyond the last few had goes away, what a kept one shares stays', () => {
  keepFiles(build('one', ['assets/a-1.js', 'assets/same-1.js']), kept(), 2);
  keepFiles(build('two', ['assets/a-2.js', 'assets/same-1.js']), kept(), 2);
  keepFiles(build('three', ['assets/a-3.js', 'assets/same-1.js']), kept(), 2);
  expect(chunks()).toEqual(['a-2.js', 'a-3.js', 'same-1.js']);
  expect(existsSync(join(kept(), 'builds/meta/one.json'))).toBe(false);
});

test('a build that is rolled back to is the newest again, and once', () => {
  keepFiles(build('one', ['assets/a-1.js']), kept(), 2);
  keepFiles(build('two', ['assets/a-2.js']), kept(), 2);
  keepFiles(build('one', ['assets/a-1.js']), kept(), 2);
  expect(keptBuilds(kept()).map(({ id }) => id)).toEqual(['one', 'two']);
  keepFiles(build('three', ['assets/a-3.js']), kept(), 2);
  expect(chunks()).toEqual(['a-1.js', 'a-3.js']);
});
