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

test('navigation to a fragment focuses its element', async () => {
  const go = open('/');
  await go('/#part');
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('a missing fragment leaves the focus unchanged', async () => {
  const go = open('/');
  screen.getByRole('button').focus();
  await go('/#elsewhere');
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('an initial fragment is left to the browser', () => {
  open('/#part');
  expect(document.activeElement).toBe(document.body);
});
