import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  choose,
  markSaved,
  merge,
  parseStored,
  same,
  StoredDraft,
  write,
  type DraftState,
} from './draft-state.ts';

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

test('pictures are compared without their addresses, everything else with all parts', () => {
  const picture = { id: 1, src: '/a.png', srcset: '/a.png 2x', alt: 'Map' };
  expect(same([picture], [{ ...picture, src: '/b.png', srcset: '' }])).toBe(true);
  expect(same([picture], [{ ...picture, alt: 'Chart' }])).toBe(false);
  expect(same(undefined, undefined)).toBe(true);
  expect(same(undefined, null)).toBe(false);
});

describe('merge', () => {
  const local = write(saved, { intro: 'Mine' });

  test('the same change on both sides is saved; different ones are a conflict until the user resolves it', () => {
    expect(merge(local, { name: 'Tides', intro: 'Mine' }, 2)).toEqual({
      content: { name: 'Tides', intro: 'Mine' },
      base: { name: 'Tides', intro: 'Mine' },
      revision: 2,
      dirty: [],
      conflicts: [],
    });
    const theirs = { name: 'Tidewatch', intro: 'Theirs' };
    const conflict = merge(local, theirs, 2);
    expect(conflict).toMatchObject({ content: { intro: 'Mine' }, base: theirs, conflicts: ['intro'] });
    const later = merge(conflict, { ...theirs, name: 'Tides' }, 3);
    expect(later).toMatchObject({ revision: 3, content: { name: 'Tides' }, conflicts: ['intro'] });
    expect(choose(later, 'intro', 'mine')).toEqual({ ...later, conflicts: [] });
    expect(choose(later, 'intro', 'theirs')).toMatchObject({
      content: { intro: 'Theirs' },
      dirty: [],
      conflicts: [],
    });
    expect(write(later, { intro: 'Theirs' })).toMatchObject({ dirty: [], conflicts: [] });
    expect(write(later, { intro: 'Other' })).toMatchObject({ dirty: ['intro'], conflicts: ['intro'] });
  });

  test('an unchanged server keeps the change without a conflict', () => {
    expect(merge(local, saved.base, 2)).toEqual({ ...local, revision: 2 });
  });
});

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['a broken text', '{'],
  ['an entry without a revision', '{"base":{},"mine":{}}'],
  ['an entry without changes', '{"revision":1,"base":{}}'],
  ['an entry without the server’s values', '{"revision":1,"mine":{}}'],
])('%s is not a stored draft', (_what, text) => {
  expect(parseStored(text)).toBeNull();
});

describe('unsaved changes in the browser', () => {
  const KEY = 'typed:listing';
  const entry = () => parseStored(localStorage.getItem(KEY));
  const tab = () => {
    const draft = new StoredDraft<typeof saved.content>(KEY);
    return { draft, state: draft.restore(saved.base, saved.revision) };
  };
  beforeEach(() => localStorage.clear());

  test('the next visit restores them, without fields that the form no longer has', () => {
    const stored = {
      revision: 1,
      base: { intro: 'Old', gone: '' },
      mine: { intro: 'Mine', gone: 'x' },
    };
    localStorage.setItem(KEY, JSON.stringify(stored));
    const { state } = tab();
    expect(state).toMatchObject({ content: { intro: 'Mine' }, dirty: ['intro'], conflicts: [], revision: 1 });
    expect(state.base).toEqual(saved.base);
  });

  const base = { text: 'a', both: { zh: '', en: '' }, list: ['x'], picture: null as { id: number } | null };
  test.each<[what: string, field: keyof typeof base, stored: unknown, restored: boolean]>([
    ['a text', 'text', 'b', true],
    ['an emptied text', 'text', null, true],
    ['a number for a text', 'text', 7, false],
    ['a list for a text', 'text', ['b'], false],
    ['both languages', 'both', { zh: '甲', en: '' }, true],
    ['one language of two', 'both', { zh: '甲' }, false],
    ['a number for one language', 'both', { zh: 1, en: '' }, false],
    ['a text for both languages', 'both', '甲', false],
    ['a longer list', 'list', ['x', 'y'], true],
    ['an object for a list', 'list', { 0: 'x' }, false],
    ['a picture where there was none', 'picture', { id: 1 }, true],
  ])('%s, stored by this or another release', (_what, field, value, restored) => {
    localStorage.setItem(KEY, JSON.stringify({ revision: 1, base: {}, mine: { [field]: value } }));
    const { content, dirty } = new StoredDraft<typeof base>(KEY).restore(base, 1);
    expect(dirty).toEqual(restored ? [field] : []);
    expect(content).toEqual(restored ? { ...base, [field]: value } : base);
  });

  test('a field saved elsewhere meanwhile, or without a common ancestor, is a conflict', () => {
    const next = { name: 'Tidewatch', intro: 'Theirs' };
    tab().draft.save(write(saved, { intro: 'Mine' }));
    const draft = new StoredDraft<typeof next>(KEY);
    const conflict = draft.restore(next, 2);
    expect(conflict).toMatchObject({ content: { intro: 'Mine' }, revision: 2, conflicts: ['intro'] });
    draft.save(conflict);
    expect(new StoredDraft<typeof next>(KEY).restore(next, 2).conflicts).toEqual(['intro']);
    draft.save(choose(conflict, 'intro', 'mine'));
    expect(new StoredDraft<typeof next>(KEY).restore(next, 2)).toMatchObject({
      dirty: ['intro'],
      conflicts: [],
    });
  });

  test('two tabs share the entry: each writes its own fields, and the last to save removes it', () => {
    const one = tab();
    const two = tab();
    one.draft.save(write(one.state, { intro: 'Mine' }));
    two.draft.save(write(two.state, { name: 'Tides' }));
    const both = {
      revision: 1,
      base: { intro: 'Old', name: 'Tidewatch' },
      mine: { intro: 'Mine', name: 'Tides' },
    };
    expect(entry()).toEqual(both);
    // A save without own changes leaves the entry.
    new StoredDraft<typeof saved.content>(KEY).save(saved);
    expect(entry()).toEqual(both);
    one.draft.save({ ...saved, revision: 2 });
    expect(entry()).toEqual({ revision: 2, base: { name: 'Tidewatch' }, mine: { name: 'Tides' } });
    two.draft.save({ ...saved, revision: 3 });
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test('a value that another tab has written since stays', () => {
    const one = tab();
    one.draft.save(write(one.state, { intro: 'Mine' }));
    const two = tab();
    two.draft.save(write(two.state, { intro: 'Of the other tab' }));
    one.draft.save({ ...saved, revision: 2 });
    expect(entry()?.mine).toEqual({ intro: 'Of the other tab' });
    // Continuing to type there writes over it.
    one.draft.save(write(saved, { intro: 'Mine again' }));
    expect(entry()?.mine).toEqual({ intro: 'Mine again' });
  });

  test('an unchanged value follows the server’s new one', () => {
    const one = tab();
    one.draft.save(write(one.state, { intro: 'Mine' }));
    one.draft.save({
      ...write({ ...saved, base: { ...saved.base, intro: 'Older' } }, { intro: 'Mine' }),
      revision: 2,
    });
    expect(entry()).toEqual({ revision: 2, base: { intro: 'Older' }, mine: { intro: 'Mine' } });
  });
});
