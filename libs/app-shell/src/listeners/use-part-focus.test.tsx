import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { usePartFocus } from './use-part-focus.ts';

function Page() {
  usePartFocus();
  return (
    <>
      <button type="button">first</button>
      <section id="part">
        <h2>Part</h2>
      </section>
    </>
  );
}

function open(at: string) {
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return (to: string) => act(() => router.navigate(to));
}

test('a link to a part of the page takes the keyboard there', async () => {
  const go = open('/');
  await go('/#part');
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('a part that is not there leaves the keyboard where it is', async () => {
  const go = open('/');
  screen.getByRole('button').focus();
  await go('/#elsewhere');
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('where the page begins the browser has been there itself, and nothing moves', () => {
  open('/#part');
  expect(document.activeElement).toBe(document.body);
});
