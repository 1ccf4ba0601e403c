/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { marksOf, criticalCss } from './critical-css.ts';

const split = (css: string, ...marks: string[]) => criticalCss(css, new Set(marks));

test.each([
  ['no class', 'body{color:red}'],
  ['a class on the page', '.a:hover{color:red}'],
  ['two classes on the page', '.a .b{color:red}'],
  ['one alternative of two', '.none .x,.b::after{color:red}'],
  ['an alternative without a class', '.none,html{color:red}'],
  ['a class only in brackets', ':is(.none,.x):not(.none) p{color:red}'],
  ['a value that looks like a class', 'a[href$=".none"]{color:red}'],
  ['a media query with a rule for the page', '@media (width<40em){.none{top:0}.a{top:1px}}'],
  ['nested at-rules', '@supports (top:0){@media print{.a{top:1px}}}'],
  ['unused keyframes', '@keyframes turn{from{top:0}to{top:1px}}'],
  ['keyframes of a critical rule', '.a{animation:turn 1s}@keyframes turn{to{top:1px}}'],
  ['a statement', '@layer base,page;'],
  ['nested rules', '.a{color:red;& .none{color:blue}}'],
  ['an attribute on the page', '.a[data-kind=line]:hover{color:red}'],
  ['an attribute with any value', '.a[data-kind]{color:red}'],
  ['an attribute of the root, set by the head script', ':root[data-theme=dark] .a{color:red}'],
  ['an attribute without a class', '[data-none] .a{color:red}'],
  ['one attribute of two in :is()', '.a:is([data-none],[data-kind=line]){color:red}'],
  ['an attribute prefix selector', '.a[data-none^=l]{color:red}'],
  ['a native attribute', '.a[open]{color:red}'],
])('is critical: %s', (_name, css) => {
  const runs = split(css, 'a', 'b', '[data-kind]', '[data-kind=line]');
  expect(runs.map(({ shown }) => shown)).toEqual([true]);
  expect(runs[0]?.rules.join('')).toBe(css);
});

test.each([
  ['a class not on the page', '.none{color:red}'],
  ['only one class of two', '.a.none{color:red}'],
  ['two alternatives, neither on the page', '.none,.a>.x{color:red}'],
  ['an attribute not on the page', '.a[data-busy]:after{color:red}'],
  ['an attribute with another value', '.a[data-kind="bare"]{color:red}'],
  ['only one attribute of two', '.a[data-kind=line][data-busy]{color:red}'],
  ['an attribute on a later compound', '.b>.a[data-busy] p{color:red}'],
  ['a media query with no rule for the page', '@media (width<40em){.none{top:0}.a .x{top:1px}}'],
])('is deferred: %s', (_name, css) => {
  expect(split(`html{top:0}${css}.b{top:2px}`, 'a', 'b', '[data-kind]', '[data-kind=line]')).toEqual([
    { rules: ['html{top:0}'], shown: true },
    { rules: [css], shown: false },
    { rules: ['.b{top:2px}'], shown: true },
  ]);
});

test('keyframes are deferred together with the rules that use them', () => {
  const rules = ['@keyframes turn{to{top:1px}}', '.none{animation:turn 1s}'];
  expect(split(rules.join(''), 'a')).toEqual([{ rules, shown: false }]);
});

test.each(['.a::after{content:"};.none{"}', '.a::after{content:"\\""}'])(
  'quotes do not split a rule: %s',
  (css) => {
    const waits = '.none{top:0}';
    expect(split(css + waits, 'a')).toEqual([
      { rules: [css], shown: true },
      { rules: [waits], shown: false },
    ]);
  },
);

test('runs alternate and concatenate to the whole sheet', () => {
  const css = '.a{top:0}.x{top:1px}.y{top:2px}@media print{.z{top:3px}}p{top:4px}.x p{top:5px}';
  const runs = split(css, 'a');
  expect(runs.map(({ shown }) => shown)).toEqual([true, false, true, false]);
  expect(runs.flatMap(({ rules }) => rules).join('')).toBe(css);
});

test('a run below the minimum length is merged into the critical one', () => {
  const css = '.a{top:0}.none{top:1px}.a p{top:2px}.none p{top:3px}.x{top:4px}';
  const runs = criticalCss(css, new Set(['a']), '.none{top:1px}'.length + 1);
  expect(runs).toEqual([
    { rules: ['.a{top:0}', '.none{top:1px}', '.a p{top:2px}'], shown: true },
    { rules: ['.none p{top:3px}', '.x{top:4px}'], shown: false },
  ]);
});

test('marksOf returns classes and data attributes with their values', () => {
  const html = '<p class="a b-c">text</p><svg class="d" data-busy><g/></svg><p data-kind="e">';
  expect([...marksOf(html)]).toEqual([
    'a',
    'b-c',
    'd',
    '[data-busy]',
    '[data-busy=]',
    '[data-kind]',
    '[data-kind=e]',
  ]);
});
