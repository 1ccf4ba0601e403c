import { expect } from '@jest/globals';
import { axe } from 'jest-axe';

/** Asserts that axe finds nothing in an element (colours are judged in a real browser only). */
export async function expectAccessible(element: Element) {
  const { violations } = await axe(element);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
