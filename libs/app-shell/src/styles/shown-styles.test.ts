/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { classesOf, GAP, shownStyles } from './shown-styles.ts';

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
  expect(split(css, 'a', 'b')).toEqual({ now: css, later: [] });
});

test.each([
  ['a class that is not there', '.none{color:red}'],
  ['one class of two', '.a.none{color:red}'],
  ['two alternatives, none there', '.none,.a>.x{color:red}'],
  ['a group of nothing that shows', '@media (width<40em){.none{top:0}.a .x{top:1px}}'],
])('waits for the scripts: %s', (_name, css) => {
  expect(split(`html{top:0}${css}.b{top:2px}`, 'a', 'b')).toEqual({
    now: `html{top:0}${GAP}.b{top:2px}`,
    later: [[css]],
  });
});

test('an animation waits with the rules that name it', () => {
  const css = '@keyframes turn{to{top:1px}}.none{animation:turn 1s}';
  expect(split(css, 'a')).toEqual({
    now: GAP,
    later: [['@keyframes turn{to{top:1px}}', '.none{animation:turn 1s}']],
  });
});

test('signs in quotes cut nothing', () => {
  const css = '.a::after{content:"};.none{"}';
  expect(split(`${css}.none{top:0}`, 'a')).toEqual({ now: css + GAP, later: [['.none{top:0}']] });
});

test('with its gaps filled it is the sheet', () => {
  const css = '.a{top:0}.x{top:1px}.y{top:2px}@media print{.z{top:3px}}p{top:4px}.x p{top:5px}';
  const { now, later } = split(css, 'a');
  expect(now).toBe(`.a{top:0}${GAP}p{top:4px}${GAP}`);
  const runs = later.map((rules) => rules.join(''));
  expect(now.replaceAll(GAP, () => runs.shift() ?? '')).toBe(css);
});

test('the classes of a page', () => {
  expect([...classesOf('<p class="a b-c">text</p><svg class="d"><g/></svg><p data-x="e">')]).toEqual([
    'a',
    'b-c',
    'd',
  ]);
});
