import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { changeOf } from '../release/conventional-commit.ts';
import { git, holdsCommit } from '../release/git.ts';
import { rehearse } from '../release/rehearse.ts';
import { APPS, readReleases, releasesFaults, running } from '../release/released.ts';
import { filesOf, root } from './workspace.ts';

const LIMIT = 180_000;
const releases = readReleases();

/** A clone without the released commits (a shallow one) cannot release; the message names the fix. */
const whole = APPS.every((app) => releases[app].every(({ commit }) => holdsCommit(commit)));

/** Commits a change to the first matching file, as a colleague would. */
const change = (pattern: string, message: string) => (clone: string) => {
  const [file] = filesOf(pattern).filter((path) => !/\.(test|stories)\.tsx?$/.test(path));
  if (!file) throw new Error(`Nothing matches ${pattern}`);
  const path = join(clone, file);
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
  git(['commit', '--quiet', '--all', '--message', message], clone);
};

/**
 * As if the running versions had just been released: Nx reads every commit since, a minute for those since the first
 * release.
 */
function releaseNow(clone: string): void {
  const commit = git(['rev-parse', 'HEAD'], clone);
  const now = Object.fromEntries(APPS.map((app) => [app, [{ ...running(app), commit }]]));
  writeFileSync(join(clone, 'releases.json'), `${JSON.stringify(now, null, 2)}\n`);
  git(['commit', '--quiet', '--all', '--message', 'chore: the releases of this moment'], clone);
}

const next = (version: string, part: 'minor' | 'patch'): string => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return part === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
};

test('releases.json names for each app the running version and its full commit', () => {
  expect(releasesFaults(releases)).toEqual([]);
});

test.each([
  [{ 'public-site': [{ version: '1.0', commit: '0'.repeat(40) }] }, 'public-site@1.0 needs a version x.y.z'],
  [{ 'public-site': [{ version: '1.0.0', commit: 'main' }] }, 'and a full commit hash'],
  [{ shop: [] }, 'shop is none of'],
  [{}, 'api has no release'],
])('%j is rejected with a message', (text, words) => {
  expect(releasesFaults(text).join('\n')).toContain(words);
});

test('parses a commit into a changelog entry with scope and breaking flag', () => {
  expect(changeOf('api', 'a'.repeat(40), 'fix(api): a NUL is refused', '')).toMatchObject({
    type: 'fix',
    scope: 'api',
    description: 'a NUL is refused',
    isBreaking: false,
  });
  expect(changeOf('api', '', 'feat!: orders are called purchases', '')?.isBreaking).toBe(true);
  expect(changeOf('api', '', 'feat: x', 'BREAKING CHANGE: y')?.isBreaking).toBe(true);
  expect(changeOf('api', '', 'Merge branch main', '')).toBeNull();
});

// Without the released commits a rehearsal is impossible: `git fetch --unshallow --tags`.
(whole ? describe : describe.skip)('release rehearsed in a temporary clone', () => {
  test(
    'gives one app a version, a tag and a changelog with its libraries’ changes',
    () => {
      const { ok, said, files, tags, added } = rehearse('public-site', undefined, (clone) => {
        releaseNow(clone);
        change('apps/public-site/app/features/about/*.tsx', 'feat(public-site): a rehearsed page')(clone);
        change('libs/ui/src/**/*.tsx', 'fix(ui): a rehearsed button')(clone);
        change('apps/developer-console/app/**/*.tsx', 'feat(developer-console): a rehearsed desk')(clone);
      });
      expect(ok ? '' : said).toBe('');
      const before = running('public-site').version;
      expect(tags).toEqual([expect.stringMatching(/^public-site@\d+\.\d+\.\d+$/)]);
      expect(tags).not.toContain(`public-site@${before}`);
      expect(files.sort()).toEqual([
        'apps/public-site/CHANGELOG.md',
        'apps/public-site/package.json',
        'package-lock.json',
      ]);
      expect(added).toContain('a rehearsed page');
      expect(added).toContain('**ui:** a rehearsed button');
      expect(added).not.toContain('a rehearsed desk');
    },
    LIMIT,
  );

  test(
    'an API release stores its contract as the released one',
    () => {
      const { ok, said, files, tags } = rehearse('api', next(running('api').version, 'minor'), releaseNow);
      expect(ok ? '' : said).toBe('');
      expect(tags).toEqual([`api@${next(running('api').version, 'minor')}`]);
      expect(files).toEqual(
        expect.arrayContaining(['tools/release/released/catalogue.json', 'apps/api/CHANGELOG.md']),
      );
      expect(files.filter((file) => file.startsWith('apps/') && !file.startsWith('apps/api/'))).toEqual([]);
    },
    LIMIT,
  );

  test(
    'rejects an API release that breaks the previous web apps',
    () => {
      const { ok, said, tags } = rehearse('api', 'patch', (clone) => {
        const file = join(clone, 'libs/api-contract/openapi.json');
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replace('"/api/user_auth/login"', '"/api/user_auth/enter"'),
        );
        git(['commit', '--quiet', '--all', '--message', 'feat(api): another address to sign in'], clone);
      });
      expect(ok).toBe(false);
      expect(said).toContain('POST /api/user_auth/login: call removed');
      expect(tags).toEqual([]);
    },
    LIMIT,
  );
});

test('every package is private', () => {
  const manifests = filesOf('{apps,libs}/**/package.json').concat(
    'package.json',
    'tools/package.json',
    'e2e/package.json',
  );
  const open = manifests.filter(
    (file) => !(JSON.parse(readFileSync(join(root, file), 'utf8')) as { private?: boolean }).private,
  );
  expect(open).toEqual([]);
});
