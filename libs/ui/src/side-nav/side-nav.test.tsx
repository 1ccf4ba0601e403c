import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { SideNav } from './side-nav.tsx';

test('is a named list of links', async () => {
  const { container } = render(
    <SideNav label="Account">
      <a href="/user">Profile</a>
      <a href="/user?panel=codes" aria-current="page">
        Codes <span className="num">5</span>
      </a>
    </SideNav>,
  );
  const nav = screen.getByRole('navigation', { name: 'Account' });
  expect(within(nav).getAllByRole('listitem')).toHaveLength(2);
  expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Codes 5');
  await expectAccessible(container);
});

test('renders no list item for a missing link', () => {
  render(
    <SideNav label="Account">
      <a href="/user">Profile</a>
      {false}
      {null}
    </SideNav>,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('scrolls the current link into view once per change, and again when links grow, until the visitor scrolls', () => {
  const links = (current: number) => (
    <SideNav label="Account">
      {[0, 1, 2].map((index) => (
        <a key={index} href={`/${index}`} aria-current={index === current ? 'page' : undefined}>
          {index}
        </a>
      ))}
    </SideNav>
  );
  const { rerender } = render(links(0));
  const row = screen.getByRole('list');
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  for (const [index, link] of screen.getAllByRole('link').entries()) {
    Object.defineProperty(link, 'offsetLeft', { value: index * 200, configurable: true });
    Object.defineProperty(link, 'offsetWidth', { value: 100 });
  }
  rerender(links(2));
  expect(row.scrollLeft).toBe(300);
  // A count arrives in a link before it.
  Object.defineProperty(screen.getByRole('link', { name: '2' }), 'offsetLeft', { value: 430 });
  rerender(links(2));
  expect(row.scrollLeft).toBe(330);
  row.scrollLeft = 20;
  rerender(links(2));
  expect(row.scrollLeft).toBe(20);
});

test('scrolls a focused link into view only if it is cut off', async () => {
  const user = userEvent.setup();
  render(
    <SideNav label="Account">
      {[0, 1, 2].map((index) => (
        <a key={index} href={`/${index}`}>
          {index}
        </a>
      ))}
    </SideNav>,
  );
  const row = screen.getByRole('list');
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  for (const [index, link] of screen.getAllByRole('link').entries()) {
    Object.defineProperty(link, 'offsetLeft', { value: index * 140 });
    Object.defineProperty(link, 'offsetWidth', { value: 100 });
  }
  await user.tab();
  await user.tab();
  expect(row.scrollLeft).toBe(0);
  await user.tab();
  expect(row.scrollLeft).toBe(180);
});
