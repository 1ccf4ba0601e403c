import { describe, expect, test } from '@jest/globals';
import { isGitRef } from './git-ref.ts';
import { GIT_VERSION_MAX } from './limits.ts';

const TAKEN = [
  'v1.0.0', '@scope/pkg@1.2.3', 'release/2026-11', 'a-b_c+d', 'v1.0.0-rc.1+build', '发布-1.0', 'a@b', 'lock', 'a.locks',
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904', "it's", '"q"', 'a#b', '%', '{}', 'a}b', '1', 'x!',
  'x'.repeat(GIT_VERSION_MAX),
]; // prettier-ignore
const REFUSED = [
  '', '@', 'a..b', 'a.lock', 'a.lock/b', '@{', 'a@{1}', 'v1.', '.a', 'a/.b', 'a//b', '/a', 'a/', 'a b', 'a~1', 'a^',
  'a:b', 'a?', 'a*', 'a[b]', 'a\\b', '-a', '--upload-pack=x', 'a\tb', 'a\nb', 'a\u007f', 'a\u200b', 'a\u202eb',
  'a\u3164', 'x'.repeat(GIT_VERSION_MAX + 1),
]; // prettier-ignore

describe('git ref name', () => {
  test.each(TAKEN)('%j is valid', (name) => {
    expect(isGitRef(name)).toBe(true);
  });

  test.each(REFUSED)('%j is invalid', (name) => {
    expect(isGitRef(name)).toBe(false);
  });
});
