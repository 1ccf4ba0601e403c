import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { matchPage } from './route-map.ts';
import { ErrorBoundary } from './root.tsx';

test('[R2.33] an error above both languages offers home, the store and the search in both', () => {
  render(<ErrorBoundary />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Internal Server Error');
  const links = within(screen.getByRole('navigation')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/store', '/en', '/en/store']);
  const search = screen.getByRole<HTMLFormElement>('search');
  expect(matchPage(search.getAttribute('action') ?? '').page.name).toBe('store');
  expect(within(search).getByRole('searchbox').getAttribute('name')).toBe('q');
});
