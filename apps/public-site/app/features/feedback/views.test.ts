import { expect, test } from '@jest/globals';
import { minePath, ticketPath, viewOf } from './views.ts';

test.each([
  ['', { name: 'write' }],
  ['?view=unknown', { name: 'write' }],
  ['?view=mine', { name: 'mine', page: 1 }],
  ['?view=mine&page=2', { name: 'mine', page: 2 }],
  ...['0', '-2', '1.5', 'x', '', '9007199254740992'].map(
    (page) => [`?view=mine&page=${page}`, { name: 'mine', page: 1 }] as const,
  ),
  ['?no=FB1', { name: 'ticket', no: 'FB1' }],
  ['?no=FB1&view=mine', { name: 'ticket', no: 'FB1' }],
  ['?no=', { name: 'write' }],
] as const)('/feedback%s is %j', (query, view) => {
  expect(viewOf(new URLSearchParams(query))).toEqual(view);
});

test('the address of a list or a ticket leads back to it', () => {
  for (const view of [
    { name: 'mine', page: 1 },
    { name: 'mine', page: 3 },
    { name: 'ticket', no: 'a b&c' },
  ] as const) {
    const path = view.name === 'mine' ? minePath(view.page) : ticketPath(view.no);
    expect(viewOf(new URL(path, 'https://yunduo.example').searchParams)).toEqual(view);
  }
});
