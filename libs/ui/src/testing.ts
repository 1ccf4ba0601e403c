import { expect } from '@jest/globals';
import axe from 'axe-core';

const options: axe.RunOptions = {
  resultTypes: ['violations'],
  // jsdom neither lays out nor draws: what these two look at is judged in a real browser only.
  rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
};

/** Asserts that axe finds nothing in an element, but for what needs a real browser. */
export async function expectAccessible(element: Element) {
  const { violations } = await axe.run(element, options);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
