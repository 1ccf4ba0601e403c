import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { clearMessages, inShell } from '../testing.tsx';
import { showToast } from '../toasts/toast-store.ts';
import { Toasts } from '../toasts/toasts.tsx';
import { Dialog } from './dialog.tsx';

afterEach(() => act(clearMessages));
const layerOf = (element: HTMLElement) => element.closest<HTMLElement>('.layer')?.style.zIndex;

test('[R9.02] a message over a dialog lies above it, both above the page', () => {
  const onClose = jest.fn();
  render(
    inShell(
      <Dialog title="Unbind?" onClose={onClose}>
        Really
      </Dialog>,
      { frame: <Toasts /> },
    ).element,
  );
  act(() => showToast('above'));
  expect(layerOf(screen.getByRole('dialog', { name: 'Unbind?' }))).toBe('2000');
  expect(layerOf(screen.getByText('above'))).toBe('2001');
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
