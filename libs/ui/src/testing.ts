import { expect } from '@jest/globals';
import axe from 'axe-core';

const options: axe.RunOptions = {
  resultTypes: ['violations'],
  // jsdom has no layout and no paint: these two rules are checked in a real browser only.
  rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
};

/** Asserts that axe finds nothing in an element, except rules that need a real browser. */
export async function expectAccessible(element: Element) {
  const { violations } = await axe.run(element, options);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
