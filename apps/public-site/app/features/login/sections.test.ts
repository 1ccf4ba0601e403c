import { expect, test } from '@jest/globals';
import { sectionOf, sectionPath } from './sections.ts';

const query = (text: string) => new URLSearchParams(text);

test('sectionOf reads the query and falls back to sign-in', () => {
  expect(sectionOf(query('section=register'))).toBe('register');
  expect(sectionOf(query('section=undo-email&token=t'))).toBe('undo-email');
  expect(sectionOf(query('section=admin'))).toBe('sign-in');
  expect(sectionOf(query(''))).toBe('sign-in');
});

test('sectionPath keeps from and r_url and drops everything else', () => {
  expect(sectionPath('register', query('from=%2Fuser%3Fpanel%3Daccount-info&token=secret'))).toBe(
    '/login?section=register&from=%2Fuser%3Fpanel%3Daccount-info',
  );
  expect(sectionPath('sign-in', query('section=reset&r_url=https%3A%2F%2Fforum.example%2F'))).toBe(
    '/login?r_url=https%3A%2F%2Fforum.example%2F',
  );
  expect(sectionPath('sign-in', query(''))).toBe('/login');
});
