import { expect, test } from '@jest/globals';
import { taken, write, type Edited } from './edited.ts';

const saved: Edited<{ name: string; intro: string }> = {
  content: { name: 'Tidewatch', intro: 'Old' },
  base: { name: 'Tidewatch', intro: 'Old' },
  revision: 1,
  dirty: [],
  clashes: [],
};

test('what is taken back while it is being saved is still to be saved', () => {
  const back = write(write(saved, { intro: 'Wrong' }), { intro: 'Old' });
  const after = taken(back, { intro: 'Wrong' }, { name: 'Tidewatch', intro: 'Wrong' }, 2);
  expect(after).toEqual({
    content: saved.content,
    base: { name: 'Tidewatch', intro: 'Wrong' },
    revision: 2,
    dirty: ['intro'],
    clashes: [],
  });
});

test('what was saved as it stands, or with its spaces cut, needs no saving', () => {
  const typed = write(saved, { intro: 'New ' });
  const after = taken(typed, { intro: 'New ' }, { name: 'Tidewatch', intro: 'New' }, 2);
  expect(after.dirty).toEqual([]);
  expect(after.content.intro).toBe('New ');
});
