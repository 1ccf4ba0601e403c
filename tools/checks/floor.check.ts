import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { builtInsAbove, stylesAbove } from './floor.ts';
import { root } from './workspace.ts';

// Chrome and Edge 109, Firefox 115, Safari 16.4 (`browserslist` in package.json) run the builds.

/** Newer style features without which a page is equally readable and usable. */
const DEGRADES: Readonly<Record<string, string>> = {
  '@media (scripting)': 'a button stays that scripts make needless, or that needs them',
  ':selection': 'iOS keeps its own colours',
  cursor: 'a phone has none',
  'forced-color-adjust': 'Safari has no forced colours',
  'mask-image': 'with the prefixed one beside it',
  resize: 'the size of a field of text stays',
  'scroll-initial-target': 'a strip of tabs begins at its first one',
  'scrollbar-width': 'the scrollbar is shown',
  'text-decoration': 'with the prefixed one beside it',
  'text-size-adjust': 'with the prefixed one beside it',
  'text-spacing-trim': 'an opening quotation mark indents its heading',
  'text-wrap': 'lines break as they come',
  'user-select': 'with the prefixed one beside it',
};

/** Newer built-ins that never run in those browsers. */
const NEVER_RUN: Readonly<Record<string, string>> = {
  '.command()': 'of the editor',
  '.getHTML()': 'of the editor',
  '.startViewTransition()': 'React and React Router ask for it first, and no page has one',
  '.toArray()': 'React’s Children, ours',
  '.watch()': 'ours',
  navigation: 'React looks for it first',
  trustedTypes: 'looked for first, under another name',
};

const client = (app: string, pattern: string): string[] =>
  globSync(`apps/${app}/dist/build/client/**/${pattern}`, { cwd: root }).map((file) => join(root, file));
const read = (file: string): string => readFileSync(file, 'utf8');

test.each([
  ['URL.canParse(a)', ['URL.canParse']],
  ['new URL(a); [1].map(b); a.with', []],
  ['a.toSorted(b)', ['.toSorted()']],
  ['Object.groupBy(a,b); Promise.withResolvers()', ['Object.groupBy', 'Promise.withResolvers']],
  ['new Intl.Segmenter(a)', ['Intl.Segmenter']],
  ['requestIdleCallback(a)', ['requestIdleCallback']],
  ['window.requestIdleCallback(a)', ['requestIdleCallback']],
  ['(window.requestIdleCallback ?? setTimeout)(a)', []],
  ['URL.canParse?.(a)', []],
  ['typeof Intl.Segmenter == "function" && new Intl.Segmenter(a)', []],
  ['"requestIdleCallback" in window ? requestIdleCallback(a) : setTimeout(a)', []],
  ['/[\\p{L}--a]/v', ['/[\\p{L}--a]/v']],
  ['function f(navigation) { navigation.back() }', []],
  ['({ scheduler: 1, canParse() {} }).scheduler', []],
])('the script %j uses %j', (code, names) => {
  expect(builtInsAbove(code)).toEqual(names);
});

test.each([
  ['a{color:light-dark(red,blue)}', ['light-dark()']],
  ['a{color:color-mix(in srgb,red,blue)}', ['color-mix()']],
  ['a:has(b){color:red}', [':has']],
  ['a{& b{color:red}}', ['nesting']],
  ['a{text-wrap:balance}', ['text-wrap', 'text-wrap: balance']],
  ['a{height:1lh}', ['lh']],
  ['@starting-style{a{color:red}}', ['@starting-style']],
  ['@media (scripting:none) and (max-width:1em){a{color:red}}', ['@media (scripting)']],
  ['@supports (color:light-dark(red,blue)){a{color:light-dark(red,blue)}}', []],
  ['@media (width<=45em){a:is(b,c){inset:0;color:var(--a);display:grid}}', []],
])('the style %j uses %j', (css, names) => {
  expect(stylesAbove(css)).toEqual(names);
});

describe.each(['public-site', 'developer-console'])('the built %s', (app) => {
  test('uses no built-in above the browser floor', () => {
    const scripts = client(app, '*.js');
    expect(scripts.length).toBeGreaterThan(10);
    const above = scripts.flatMap((file) =>
      builtInsAbove(read(file))
        .filter((name) => !(name in NEVER_RUN))
        .map((name) => `${name} in ${file.slice(root.length + 1)}`),
    );
    expect(above).toEqual([]);
  });

  test('uses only styles above the browser floor that degrade', () => {
    const sheets = client(app, '*.css').map(read);
    const inline = client(app, '*.html').flatMap((file) =>
      [...read(file).matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css),
    );
    expect(sheets.length).toBeGreaterThan(0);
    const above = new Set([...sheets, ...inline].flatMap(stylesAbove));
    expect(
      [...above].filter((name) => !(name in DEGRADES) && !(name.replace(/: .*/, '') in DEGRADES)),
    ).toEqual([]);
  });
});
