import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { git } from './git.ts';
import { newestTag, publish } from './publish.ts';

let folder: string;
let bare: string;
let job: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yunduo-publish-'));
  bare = join(folder, 'bare.git');
  git(['init', '--quiet', '--bare', '--initial-branch=main', bare], folder);
  const first = clone('first');
  writeFileSync(join(first, 'version'), '0.1.0');
  commit(first, 'feat: begin');
  git(['tag', 'api@0.1.0'], first);
  git(['push', '--quiet', 'origin', 'HEAD:main', 'api@0.1.0'], first);
  merge('feat: to be released');
  job = clone('job');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function clone(name: string): string {
  const path = join(folder, name);
  git(['clone', '--quiet', bare, path], folder);
  git(['config', 'user.name', name], path);
  git(['config', 'user.email', `${name}@yunduo.test`], path);
  return path;
}
function commit(path: string, message: string): string {
  git(['add', '--all'], path);
  git(['commit', '--quiet', '--message', message], path);
  return git(['rev-parse', 'HEAD'], path);
}
let merges = 0;
/** A colleague pushes a change to the branch. */
function merge(message = 'fix: a merge'): string {
  merges += 1;
  const path = clone(`colleague-${merges}`);
  writeFileSync(join(path, `file-${merges}`), message);
  const made = commit(path, message);
  git(['push', '--quiet', 'origin', 'HEAD:main'], path);
  return made;
}

/** Nx's steps of a release: version, changelog, one commit, one tag; an existing tag is an error. */
function cutIn(path: string, meanwhile: () => void = () => undefined) {
  return () => {
    const last = git(['describe', '--tags', '--abbrev=0', '--match', 'api@*', 'HEAD'], path);
    if (git(['log', '--format=%s', `${last}..HEAD`], path) === '') return Promise.resolve(null);
    const [major, minor = 0] = last.slice('api@'.length).split('.').map(Number);
    const version = `${String(major)}.${minor + 1}.0`;
    writeFileSync(join(path, 'version'), version);
    appendFileSync(join(path, 'CHANGELOG.md'), `## ${version}\n`);
    commit(path, `chore(release): api ${version}`);
    git(['tag', '--annotate', '--message', version, `api@${version}`], path);
    meanwhile();
    return Promise.resolve({ tag: `api@${version}` });
  };
}
const release = (path = job, meanwhile?: () => void) =>
  publish('api', { folder: path, cut: cutIn(path, meanwhile) });

const head = () => git(['rev-parse', 'main'], bare);
const tagged = (tag: string) => git(['rev-parse', `${tag}^{commit}`], bare);
const tags = () => git(['tag', '--list'], bare).split('\n');
const log = () => git(['log', '--format=%s', 'main'], bare).split('\n');
/** The branch has the release once, and its tag points to that commit. */
function expectReleased(version = '0.2.0'): void {
  const tag = `api@${version}`;
  expect(log().filter((subject) => subject === `chore(release): api ${version}`)).toHaveLength(1);
  expect(git(['log', '-1', '--format=%s', tag], bare)).toBe(`chore(release): api ${version}`);
  expect(git(['merge-base', tag, 'main'], bare)).toBe(tagged(tag));
  expect(git(['show', `${tag}:CHANGELOG.md`], bare).match(new RegExp(`## ${version}`, 'g'))).toHaveLength(1);
}
const rejectPushes = (words: string) =>
  writeFileSync(join(bare, 'hooks/pre-receive'), `#!/bin/sh\necho "${words}" >&2\nexit 1\n`, { mode: 0o755 });

test('pushes commit and tag together', async () => {
  expect(await release()).toBe('api@0.2.0');
  expectReleased();
  expect(tagged('api@0.2.0')).toBe(head());
});

test('releases the branch’s current head, not the older checkout', async () => {
  merge('fix: after the checkout');
  expect(await release()).toBe('api@0.2.0');
  expect(log()).toEqual([
    'chore(release): api 0.2.0',
    'fix: after the checkout',
    'feat: to be released',
    'feat: begin',
  ]);
  expectReleased();
});

test('cuts the release again if a merge arrives before the push', async () => {
  let left = 2;
  const arrive = () => {
    if (left > 0) merge(`fix: merge ${left}`);
    left -= 1;
  };
  expect(await release(job, arrive)).toBe('api@0.2.0');
  expect(log().slice(0, 3)).toEqual(['chore(release): api 0.2.0', 'fix: merge 1', 'fix: merge 2']);
  expectReleased();
});

test('a rejected push leaves neither commit nor tag; a rerun succeeds', async () => {
  const before = head();
  rejectPushes('the branch is closed');
  await expect(release()).rejects.toThrow('the branch is closed');
  expect([head(), tags()]).toEqual([before, ['api@0.1.0']]);
  rmSync(join(bare, 'hooks/pre-receive'));
  merge();
  expect(await release()).toBe('api@0.2.0');
  expectReleased();
});

test('a merge before every push ends with an error and no partial release', async () => {
  await expect(release(job, () => merge())).rejects.toThrow('nothing of it is there');
  expect(tags()).toEqual(['api@0.1.0']);
  expect(log().join()).not.toContain('chore(release)');
  expect(await release()).toBe('api@0.2.0');
  expectReleased();
});

test('ignores a tag left in the clone by a failed attempt', async () => {
  await cutIn(job)();
  merge();
  expect(git(['tag', '--list'], job)).toContain('api@0.2.0');
  expect(await release()).toBe('api@0.2.0');
  expectReleased();
});

test('a rerun after a complete release changes nothing', async () => {
  await release();
  const before = [head(), tags()];
  expect(await release()).toBeNull();
  expect(await release(clone('rerun'))).toBeNull();
  expect([head(), tags()]).toEqual(before);
  expect(newestTag('api', job)).toBe('api@0.2.0');
});

test('two concurrent jobs release once', async () => {
  const other = clone('other');
  let nested: ReturnType<typeof release> | undefined;
  const first = await release(job, () => {
    nested ??= release(other);
  });
  const answers = [first, await nested];
  expect(answers.filter(Boolean)).toHaveLength(1);
  expectReleased();
  expect(tags()).toEqual(['api@0.1.0', 'api@0.2.0']);
});

test('refuses to release with uncommitted or unpushed work', async () => {
  writeFileSync(join(job, 'version'), 'changed');
  await expect(release()).rejects.toThrow('take back what is changed');
  commit(job, 'feat: mine alone');
  await expect(release()).rejects.toThrow('feat: mine alone');
  expect(readFileSync(join(job, 'version'), 'utf8')).toBe('changed');
  expect(existsSync(join(job, 'CHANGELOG.md'))).toBe(false);
});
