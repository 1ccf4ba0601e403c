import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejection } from '@yunduo/data-access/testing';
import type { ComponentProps } from 'react';
import { clearMessages, inShell, message } from '../testing.tsx';
import { showToast } from '../toasts/toast-store.ts';
import { Toasts } from '../toasts/toasts.tsx';
import { ConfirmDialog, Dialog, FormDialog } from './dialog.tsx';

afterEach(() => {
  act(clearMessages);
  cleanup();
});
const layerOf = (element: HTMLElement) => element.closest<HTMLElement>('.layer')?.style.zIndex;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** A call that the test settles. */
function pending() {
  let resolve = (): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<void>((fulfil, rejectCall) => {
    resolve = fulfil;
    reject = rejectCall;
  });
  return { promise, resolve, reject };
}

test('[R9.02] a toast opens above the dialog', () => {
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

describe('ConfirmDialog', () => {
  function ask(props: Partial<ComponentProps<typeof ConfirmDialog>> = {}) {
    const onClose = jest.fn();
    const dialog = (
      <ConfirmDialog
        title="Delete it?"
        confirm="Delete"
        confirming="Deleting…"
        onClose={onClose}
        onConfirm={() => undefined}
        {...props}
      >
        <p>It is gone for good.</p>
      </ConfirmDialog>
    );
    render(inShell(dialog, { locale: 'en' }).element);
    return { onClose, user: userEvent.setup() };
  }

  test('is described by its text, focuses Cancel and closes with it', async () => {
    const onConfirm = jest.fn<() => void>();
    const { onClose, user } = ask({ onConfirm });
    const dialog = screen.getByRole('dialog', { name: 'Delete it?' });
    const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('It is gone for good.');
    expect(document.activeElement).toBe(button('Cancel'));
    expect(['Cancel', 'Delete'].map((name) => button(name).dataset.kind)).toEqual(['line', 'primary']);
    await user.keyboard('{Enter}');
    expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0]);
  });

  test('closes at once after a synchronous confirm', async () => {
    const { onClose, user } = ask();
    await user.click(button('Delete'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('stays open while the call runs and closes when it resolves', async () => {
    const call = pending();
    const { onClose, user } = ask({ onConfirm: () => call.promise });
    await user.click(button('Delete'));
    expect(button('Deleting…').getAttribute('aria-busy')).toBe('true');
    expect(button('Cancel').disabled).toBe(true);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => call.resolve());
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('stays open after a failed call, unless onFailure handles it', async () => {
    const calls = [pending(), pending()];
    const onConfirm = jest.fn<() => Promise<void>>();
    for (const { promise } of calls) onConfirm.mockReturnValueOnce(promise);
    const { onClose, user } = ask({ onConfirm });
    await user.click(button('Delete'));
    await act(async () => calls[0]?.reject(rejection('STATE_CHANGED')));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(button('Delete'));
    await act(async () => calls[1]?.resolve());
    expect(onClose).toHaveBeenCalledTimes(1);

    cleanup();
    const onFailure = jest.fn();
    const failed = rejection('STATE_CHANGED');
    const other = ask({
      onConfirm: () => Promise.reject(failed),
      onFailure,
      danger: true,
      cancel: 'Keep it',
      confirming: undefined,
    });
    expect(['Keep it', 'Delete'].map((name) => button(name).dataset.kind)).toEqual(['line', 'danger']);
    await other.user.click(button('Delete'));
    expect(onFailure.mock.calls).toEqual([[failed]]);
    expect(button('Delete').getAttribute('aria-busy')).toBeNull();
    expect(other.onClose).not.toHaveBeenCalled();
  });
});

describe('FormDialog', () => {
  function open(form: Partial<ComponentProps<typeof FormDialog>['form']> = {}, onCancel?: () => void) {
    const onClose = jest.fn();
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const dialog = (
      <FormDialog
        title="Remark"
        intro="Only you see it."
        form={{ form: { id: 'remark', onSubmit }, busy: false, error: null, ...form }}
        submit="Save"
        submitting="Saving…"
        onClose={onClose}
        {...(onCancel && { onCancel })}
      >
        <input aria-label="Text" />
      </FormDialog>
    );
    render(inShell(dialog, { locale: 'en' }).element);
    return { onClose, onSubmit, user: userEvent.setup() };
  }

  test('submits by button and by Enter in a field', async () => {
    const { onSubmit, user } = open();
    expect(document.activeElement).toBe(screen.getByLabelText('Text'));
    await user.click(button('Save'));
    await user.type(screen.getByLabelText('Text'), 'x{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  test('calls onCancel for the cancel button but not for Escape', async () => {
    const onCancel = jest.fn();
    const { onClose, user } = open({}, onCancel);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect([onClose.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
    await user.click(button('Cancel'));
    expect([onClose.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
  });

  test('cannot be closed while busy', () => {
    const { onClose } = open({ busy: true });
    fireEvent.keyDown(document, { key: 'Escape' });
    fireEvent.click(button('Close'));
    expect(onClose).not.toHaveBeenCalled();
    expect(button('Saving…').getAttribute('aria-busy')).toBe('true');
    expect(button('Cancel').disabled).toBe(true);
  });

  test('shows the form error below the fields', () => {
    open({ error: rejection('TOO_MANY_REQUESTS', {}, 'taken meanwhile') });
    expect(message('alert')).toBe('taken meanwhile');
  });

  test('replaces the form with the answer in the same dialog', () => {
    const form = { form: { id: 'check' }, busy: false, error: null };
    const dialog = (answer: ComponentProps<typeof FormDialog>['answer'] = null) =>
      inShell(
        <FormDialog title="Check" form={form} submit="Check" onClose={() => undefined} answer={answer}>
          <input aria-label="Memory" />
        </FormDialog>,
        { locale: 'en' },
      ).element;
    const view = render(dialog());
    const before = screen.getByRole('dialog');
    view.rerender(dialog({ text: <p>It fits.</p>, footer: <button type="button">Done</button> }));
    expect(screen.getByRole('dialog')).toBe(before);
    expect(screen.getByText('It fits.')).toBeTruthy();
    expect(screen.queryByLabelText('Memory')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
    expect(button('Done')).toBeTruthy();
  });
});
