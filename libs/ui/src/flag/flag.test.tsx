import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { flagLetter } from './flag-letter.ts';
import { Flag } from './flag.tsx';

test('is chosen by the first letter, whatever its case or accent', () => {
  expect(['Nginx', ' redis', 'Élan', 'éclair'].map(flagLetter)).toEqual(['n', 'r', 'e', 'e']);
});

test('gives digits, Chinese and other signs a letter that stays', () => {
  const names = ['7-Zip', '宝塔面板', '数据库', '🚀 Deploy', ''];
  const letters = names.map(flagLetter);
  expect(letters.every((letter) => /^[a-z]$/.test(letter))).toBe(true);
  expect(names.map(flagLetter)).toEqual(letters);
});

test('spreads Chinese names over many flags', () => {
  const names = [
    '数据库',
    '数据备份',
    '数据中心',
    '数据同步',
    '数据看板',
    '数据网关',
    '数据清洗',
    '数据集市',
  ];
  expect(new Set(names.map(flagLetter)).size).toBeGreaterThan(4);
});

test('draws every letter differently', () => {
  const css = readFileSync(join(import.meta.dirname, 'flag.module.css'), 'utf8');
  const drawn = [...css.matchAll(/data-flag='(\w)'\] \{\s*background:([^;]+);/g)];
  // B is plain red, the ground of all.
  expect([...drawn.map(([, letter]) => letter), 'b'].sort().join('')).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(new Set(drawn.map(([, , picture]) => picture)).size).toBe(25);
});

test('is one element that nobody hears', () => {
  const { container } = render(<Flag name="Nginx" className="big" />);
  expect(container.querySelectorAll('*')).toHaveLength(1);
  const flag = container.firstElementChild;
  expect(flag?.getAttribute('data-flag')).toBe('n');
  expect(flag?.getAttribute('aria-hidden')).toBe('true');
  expect(flag?.className).toBe('flag big');
});
