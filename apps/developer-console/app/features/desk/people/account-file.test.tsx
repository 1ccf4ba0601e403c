import { expect, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import type { Role } from '@yunduo/validation';
import { render, screen } from '@testing-library/react';
import { Roles } from './account-file.tsx';

test.each<[roles: Role[], shown: string[]]>([
  [['user'], ['User']],
  [
    ['user', 'reviewer', 'admin'],
    ['Reviewer', 'Admin'],
  ],
])('names the roles of %j other than user', (roles, shown) => {
  render(inShell(<p data-testid="roles">{<Roles roles={roles} />}</p>, { locale: 'en', words: en }).element);
  const [first] = screen.getByTestId('roles').children;
  const message = first?.children.length
    ? [...first.children].map(({ textContent }) => textContent)
    : [first?.textContent];
  expect(message).toEqual(shown);
});
