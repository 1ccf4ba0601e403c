/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { classesOf, shownStyles } from './shown-styles.ts';

const split = (css: string, ...classes: string[]) => shownStyles(css, new Set(classes));

test.each([
  ['no class', 'body{color:red}'],
  ['a class that stands in the page', '.a:hover{color:red}'],
  ['two of them', '.a .b{color:red}'],
  ['one alternative of two', '.none .x,.b::after{color:red}'],
  ['an alternative without a class', '.none,html{color:red}'],
  ['a class only in brackets', ':is(.none,.x):not(.none) p{color:red}'],
  ['a value that looks like a class', 'a[href$=".none"]{color:red}'],
  ['a group with something that shows', '@media (width<40em){.none{top:0}.a{top:1px}}'],
  ['a group in a group', '@supports (top:0){@media print{.a{top:1px}}}'],
  ['an animation that no rule of the sheet names', '@keyframes turn{from{top:0}to{top:1px}}'],
  ['an animation of a rule that shows', '.a{animation:turn 1s}@keyframes turn{to{top:1px}}'],
  ['a statement', '@layer base,page;'],
  ['rules inside of a rule', '.a{color:red;& .none{color:blue}}'],
])('shows before the scripts run: %s', (_name, css) => {
  const runs = split(css, 'a', 'b');
  expect(runs.map(({ shown }) => shown)).toEqual([true]);
  expect(runs[0]?.rules.join('')).toBe(css);
});

test.each([
  ['a class that is not there', '.none{color:red}'],
  ['one class of two', '.a.none{color:red}'],
  ['two alternatives, none there', '.none,.a>.x{color:red}'],
  ['a group of nothing that shows', '@media (width<40em){.none{top:0}.a .x{top:1px}}'],
])('waits for the scripts: %s', (_name, css) => {
  expect(split(`html{top:0}${css}.b{top:2px}`, 'a', 'b')).toEqual([
    { rules: ['html{top:0}'], shown: true },
    { rules: [css], shown: false },
    { rules: ['.b{top:2px}'], shown: true },
  ]);
});

test('an animation waits with the rules that name it', () => {
  const css = '@keyframes turn{to{top:1px}}.none{animation:turn 1s}';
  expect(split(css, 'a')).toEqual([
    { rules: ['@keyframes turn{to{top:1px}}', '.none{animation:turn 1s}'], shown: false },
  ]);
});

test('signs in quotes cut nothing', () => {
  const css = '.a::after{content:"};.none{"}';
  expect(split(`${css}.none{top:0}`, 'a')).toEqual([
    { rules: [css], shown: true },
    { rules: ['.none{top:0}'], shown: false },
  ]);
});

test('one run after the other they are the sheet, by turns', () => {
  const css = '.a{top:0}.x{top:1px}.y{top:2px}@media print{.z{top:3px}}p{top:4px}.x p{top:5px}';
  const runs = split(css, 'a');
  expect(runs.map(({ shown }) => shown)).toEqual([true, false, true, false]);
  expect(runs.flatMap(({ rules }) => rules).join('')).toBe(css);
});

test('the classes of a page', () => {
  expect([...classesOf('<p class="a b-c">text</p><svg class="d"><g/></svg><p data-x="e">')]).toEqual([
    'a',
    'b-c',
    'd',
  ]);
});
