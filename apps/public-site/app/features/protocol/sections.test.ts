import { expect, test } from '@jest/globals';
import { sectionsOf } from './sections.ts';

test('a text falls into what opens it and a section for each heading', () => {
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

test('a heading within a list or a quotation cuts nothing apart', () => {
  const html =
    '<h2>A</h2><ul><li><h2>in a list</h2></li></ul><blockquote><h2>quoted</h2></blockquote><h2>B</h2>';
  expect(sectionsOf(html).map(({ heading }) => heading)).toEqual(['A', 'B']);
  expect(
    sectionsOf(html)
      .map(({ html: part, heading }) => `<h2>${heading ?? ''}</h2>${part}`)
      .join(''),
  ).toBe(html);
});

test('a text without a heading is one section, an empty one none', () => {
  expect(sectionsOf('<p>a</p>')).toEqual([{ heading: null, html: '<p>a</p>' }]);
  expect(sectionsOf('')).toEqual([]);
});
