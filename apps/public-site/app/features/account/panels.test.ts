import { expect, test } from '@jest/globals';
import { panelOf } from './panels.ts';

test.each([
  ['', 'person-info'],
  ['panel=constructor', 'person-info'],
  ['panel=my-codes', 'my-codes'],
])('the query "%s" opens the panel %s; an unknown one opens the first', (query, panel) => {
  expect(panelOf(new URLSearchParams(query)).panel).toBe(panel);
});
