import { expect, test } from '@jest/globals';
import { markSaved, write, type DraftState } from './draft-state.ts';

const saved: DraftState<{ name: string; intro: string }> = {
  content: { name: 'Tidewatch', intro: 'Old' },
  base: { name: 'Tidewatch', intro: 'Old' },
  revision: 1,
  dirty: [],
  conflicts: [],
};

test('what is taken back while it is being saved is still to be saved', () => {
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

test('what was saved as it stands, or with its spaces cut, needs no saving', () => {
  const typed = write(saved, { intro: 'New ' });
  const after = markSaved(typed, { intro: 'New ' }, { name: 'Tidewatch', intro: 'New' }, 2);
  expect(after.dirty).toEqual([]);
  expect(after.content.intro).toBe('New ');
});

test('what nobody wrote here follows the answer of the server; what was written meanwhile stays', () => {
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
