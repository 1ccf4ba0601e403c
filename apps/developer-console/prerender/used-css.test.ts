import { expect, test } from '@jest/globals';
import { usedCss } from './used-css.ts';

const HTML = '<main class="page wide"><p class="lead">Words</p><svg></svg></main>';
const used = (css: string): string => usedCss(css, HTML);

test('a rule stays when all its classes stand in the page, whatever state it is for', () => {
  const stays = '.page{top:0}.page.wide>.lead:hover{top:1px}p,[hidden]{top:2px}.page[data-open]{top:3px}';
  expect(used(`${stays}.dialog{top:4px}.page .dialog{top:5px}`)).toBe(stays);
});

test('a list of selectors stays when one of them can be met', () => {
  expect(used('.dialog,.page{top:0}')).toBe('.dialog,.page{top:0}');
  expect(used('.dialog,.lead .x{top:0}')).toBe('');
  expect(used('.page:is(.x,:not(.z)){top:0}')).toBe('.page:is(.x,:not(.z)){top:0}');
  expect(used('.x:is(.page,p){top:0}')).toBe('');
});

test('signs in strings and brackets end nothing', () => {
  const odd = '.page:before{content:"}{;\\""}.page[data-a="x,.y{"]{background:url(data:a;b,c)}';
  expect(used(`${odd}.x:after{content:"}"}`)).toBe(odd);
});

test('a group stays with what is left in it, and not at all when nothing is', () => {
  expect(used('@media (width<40em){.page{top:0}.x{top:1px}}')).toBe('@media (width<40em){.page{top:0}}');
  expect(used('@media print{.x{top:0}}@supports (a:b){@media print{.x{top:0}}}')).toBe('');
  expect(used('@font-face{font-family:A}')).toBe('@font-face{font-family:A}');
});

test('keyframes stay with the rule that names them', () => {
  const turn = '@keyframes turn{to{rotate:1turn}}';
  expect(used(`.page{animation:1s turn}${turn}`)).toBe(`.page{animation:1s turn}${turn}`);
  expect(used(`.x{animation:1s turn}${turn}`)).toBe('');
});

test('a style sheet that is cut off is a build that went wrong', () => {
  expect(() => used('.page{top:0}}')).toThrow(/[Uu]nexpected/);
});
