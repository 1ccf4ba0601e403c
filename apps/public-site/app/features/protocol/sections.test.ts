import { expect, test } from '@jest/globals';
import { sectionsOf } from './sections.ts';

test('splits a text into an introduction and a section per heading', () => {
  expect(
    sectionsOf(
      '<p>Hello</p><h2>1. A &amp; <em>B</em></h2><p>a</p><h3>x</h3><h2>2. C</h2><ul><li>c</li></ul>',
    ),
  ).toEqual([
    { heading: null, html: '<p>Hello</p>' },
    { heading: '1. A & B', html: '<p>a</p><h3>x</h3>' },
    { heading: '2. C', html: '<ul><li>c</li></ul>' },
  ]);
});

test('does not split at a heading within a list or quotation', () => {
  const html =
    '<h2>A</h2><ul><li><h2>in a list</h2></li></ul><blockquote><h2>quoted</h2></blockquote><h2>B</h2>';
  expect(sectionsOf(html).map(({ heading }) => heading)).toEqual(['A', 'B']);
  expect(
    sectionsOf(html)
      .map(({ html: part, heading }) => `<h2>${heading ?? ''}</h2>${part}`)
      .join(''),
  ).toBe(html);
});

test('a text without headings is one section, an empty one none', () => {
  expect(sectionsOf('<p>a</p>')).toEqual([{ heading: null, html: '<p>a</p>' }]);
  expect(sectionsOf('')).toEqual([]);
});
