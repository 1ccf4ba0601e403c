import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { isGitRef } from '@yunduo/validation';
import fc from 'fast-check';

/** Git's own verdict; null where git is not installed. */
function gitTakes(name: string): boolean | null {
  const { status, error } = spawnSync('git', ['check-ref-format', `refs/tags/${name}`]);
  return error ? null : status === 0;
}

test('isGitRef agrees with git check-ref-format on tag names', () => {
  const parts = fc.constantFrom(
    'a',
    '.',
    '/',
    '@',
    '{',
    '-',
    '.lock',
    '~',
    '^',
    ':',
    '?',
    '*',
    '[',
    '\\',
    ' ',
    '中',
  );
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), (made) => {
      const name = made.join('');
      // Git accepts an option-like name, and `@`, as a tag; we do not.
      fc.pre(!name.startsWith('-') && name !== '@');
      const theirs = gitTakes(name);
      expect(isGitRef(name)).toBe(theirs ?? isGitRef(name));
    }),
    { numRuns: 150 },
  );
});
