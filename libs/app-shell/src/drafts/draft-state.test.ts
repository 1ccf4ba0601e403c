import { expect, test } from '@jest/globals';
import { markSaved, write, type DraftState } from './draft-state.ts';

const saved: DraftState<{ name: string; intro: string }> = {
  content: { name: 'Tidewatch', intro: 'Old' },
  base: { name: 'Tidewatch', intro: 'Old' },
  revision: 1,
  dirty: [],
  conflicts: [],
};

test('a field reverted during a save stays dirty', () => {
  const back = write(write(saved, { intro: 'Wrong' }), { intro: 'Old' });
  const after = markSaved(back, { intro: 'Wrong' }, { name: 'Tidewatch', intro: 'Wrong' }, 2);
  expect(after).toEqual({
    content: saved.content,
    base: { name: 'Tidewatch', intro: 'Wrong' },
    revision: 2,
    dirty: ['intro'],
    conflicts: [],
  });
});

test('a field saved with trimmed spaces is not dirty', () => {
  const input = write(saved, { intro: 'New ' });
  const after = markSaved(input, { intro: 'New ' }, { name: 'Tidewatch', intro: 'New' }, 2);
  expect(after.dirty).toEqual([]);
  expect(after.content.intro).toBe('New ');
});

test('untouched fields take the server’s values; fields edited during the save keep theirs', () => {
  const before: DraftState<{ git: string; commit: string; note: string }> = {
    content: { git: 'v2', commit: 'of v1', note: 'typed meanwhile' },
    base: { git: 'v1', commit: 'of v1', note: '' },
    revision: 1,
    dirty: ['git', 'note'],
    conflicts: [],
  };
  const after = markSaved(before, { git: 'v2' }, { git: 'v2', commit: '', note: '' }, 2);
  expect(after).toMatchObject({
    content: { git: 'v2', commit: '', note: 'typed meanwhile' },
    dirty: ['note'],
    revision: 2,
  });
});
