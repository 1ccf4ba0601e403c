import { expect, test } from '@jest/globals';
import { human } from './human.ts';

/** Clears the screen, hides what follows, returns to the start of the line: sequences of one and of two characters. */
const MOVES = ['\u001b[2J', '\u009b2J', '\u0007', '\u0085', '\u008d', '\u009d0;title\u009c', '\r', '\u007f'];

test.each(MOVES)('%j in a field does not reach the terminal', (moves) => {
  const shown = moves.replace(/\p{Cc}/gu, ' ');
  const title = `one${moves}two`;
  expect(human({ title })).toBe(`title  one${shown}two`);
  expect(human([{ title }]).split('\n')[2]).toBe(`one${shown}two`);
  expect(human({ titles: [title, { title: 1 }] })).toBe(`titles  one${shown}two, {"title":1}`);
});

test.each(MOVES)('%j in a text does not reach the terminal; its lines and tabs do', (moves) => {
  expect(human(`one${moves}two\n\tthree`)).toBe(`one${moves.replace(/\p{Cc}/gu, ' ')}two\n\tthree`);
});

test('a line break in a field does not start another line', () => {
  expect(human({ title: 'one\ntwo' })).toBe('title  one two');
});

test('an empty list, an empty result and an empty field say so', () => {
  expect([human([]), human(null), human(undefined)]).toEqual(['nothing found', 'done', 'done']);
  expect(human({ closed_at: null, note: '' })).toBe('closed_at  –\nnote');
});

test('columns align below Chinese characters, which take two places', () => {
  expect(
    human([
      { name: '云舵', state: 'open' },
      { name: 'a', state: new Date(0) },
    ]).split('\n'),
  ).toEqual([
    'name  state',
    '----  ------------------------',
    '云舵  open',
    'a     1970-01-01T00:00:00.000Z',
  ]);
});
