/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { marksOf, shownStyles } from './shown-styles.ts';

const split = (css: string, ...marks: string[]) => shownStyles(css, new Set(marks));

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
  ['a state that stands in the page', '.a[data-kind=line]:hover{color:red}'],
  ['a state with any value', '.a[data-kind]{color:red}'],
  ['a state of the document, which the head script writes', ':root[data-theme=dark] .a{color:red}'],
  ['a state of anything', '[data-none] .a{color:red}'],
  ['one state of two that are told apart in brackets', '.a:is([data-none],[data-kind=line]){color:red}'],
  ['a state by the beginning of its value', '.a[data-none^=l]{color:red}'],
  ['what the browser itself marks', '.a[open]{color:red}'],
])('shows before the scripts run: %s', (_name, css) => {
  const runs = split(css, 'a', 'b', '[data-kind]', '[data-kind=line]');
  expect(runs.map(({ shown }) => shown)).toEqual([true]);
  expect(runs[0]?.rules.join('')).toBe(css);
});

test.each([
  ['a class that is not there', '.none{color:red}'],
  ['one class of two', '.a.none{color:red}'],
  ['two alternatives, none there', '.none,.a>.x{color:red}'],
  ['a state that nothing is in', '.a[data-busy]:after{color:red}'],
  ['a state with another value', '.a[data-kind="bare"]{color:red}'],
  ['one state of two', '.a[data-kind=line][data-busy]{color:red}'],
  ['a state further on', '.b>.a[data-busy] p{color:red}'],
  ['a group of nothing that shows', '@media (width<40em){.none{top:0}.a .x{top:1px}}'],
])('waits for the scripts: %s', (_name, css) => {
  expect(split(`html{top:0}${css}.b{top:2px}`, 'a', 'b', '[data-kind]', '[data-kind=line]')).toEqual([
    { rules: ['html{top:0}'], shown: true },
    { rules: [css], shown: false },
    { rules: ['.b{top:2px}'], shown: true },
  ]);
});

test('an animation waits with the rules that name it', () => {
  const rules = ['@keyframes turn{to{top:1px}}', '.none{animation:turn 1s}'];
  expect(split(rules.join(''), 'a')).toEqual([{ rules, shown: false }]);
});

test('signs in quotes cut nothing', () => {
  const css = '.a::after{content:"};.none{"}';
  const waits = '.none{top:0}';
  expect(split(css + waits, 'a')).toEqual([
    { rules: [css], shown: true },
    { rules: [waits], shown: false },
  ]);
});

test('one run after the other they are the sheet, by turns', () => {
  const css = '.a{top:0}.x{top:1px}.y{top:2px}@media print{.z{top:3px}}p{top:4px}.x p{top:5px}';
  const runs = split(css, 'a');
  expect(runs.map(({ shown }) => shown)).toEqual([true, false, true, false]);
  expect(runs.flatMap(({ rules }) => rules).join('')).toBe(css);
});

test('what is shorter than it is worth goes with what shows', () => {
  const css = '.a{top:0}.none{top:1px}.a p{top:2px}.none p{top:3px}.x{top:4px}';
  const runs = shownStyles(css, new Set(['a']), '.none{top:1px}'.length + 1);
  expect(runs).toEqual([
    { rules: ['.a{top:0}', '.none{top:1px}', '.a p{top:2px}'], shown: true },
    { rules: ['.none p{top:3px}', '.x{top:4px}'], shown: false },
  ]);
});

test('the marks of a page: classes, and states with their values', () => {
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
