import { expect } from '@jest/globals';
import { axe } from 'jest-axe';

// jsdom lays nothing out: colours cannot be judged here, and trying costs most of the time.
const options = { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } };

/** Asserts that axe finds nothing in an element (colours are judged in a real browser only). */
export async function expectAccessible(element: Element) {
  const { violations } = await axe(element, options);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
