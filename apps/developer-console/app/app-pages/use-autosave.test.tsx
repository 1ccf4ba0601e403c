import { expect, jest, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, render } from '@testing-library/react';
import { allSaved } from './pending-listing.ts';
import { useAutosave } from './use-autosave.ts';

function editor(key: string, dirty: readonly string[]) {
  const finish: (() => void)[] = [];
  const save = () => new Promise<void>((resolve) => finish.push(resolve));
  const draft = {
    flush: jest.fn(save),
    leave: jest.fn(save),
    stay: jest.fn(),
    stop: jest.fn(),
    get: () => ({ revision: 1, dirty }),
  };
  function Editor() {
    useAutosave({ key, create: () => draft, refetch: () => Promise.resolve(1) });
    return null;
  }
  const view = inShell(<Editor />, { locale: 'en', words: en, path: '/en/developer-center/app-edit' });
  return { draft, finish, ...render(view.element) };
}

/** Whether all editors are saved once pending promises have run. */
async function isSaved(): Promise<boolean> {
  let saved = false;
  void allSaved().then(() => (saved = true));
  await act(async () => undefined);
  return saved;
}

test('an editor that is open is saved, and no longer once it was left without changes', async () => {
  const { draft, finish, unmount } = editor('a', []);
  expect(await isSaved()).toBe(false);
  expect(draft.flush).toHaveBeenCalledTimes(1);
  finish.forEach((one) => one());
  unmount();
  expect(draft.stop).toHaveBeenCalledTimes(1);
  expect(await isSaved()).toBe(true);
  expect(draft.flush).toHaveBeenCalledTimes(1);
});

test('an editor left with changes is waited for until its last save has ended', async () => {
  const { draft, finish, unmount } = editor('b', ['intro']);
  unmount();
  expect(draft.leave).toHaveBeenCalledTimes(1);
  expect(await isSaved()).toBe(false);
  expect(draft.flush).toHaveBeenCalledTimes(1);
  await act(async () => finish.forEach((one) => one()));
  expect(await isSaved()).toBe(true);
  expect(draft.flush).toHaveBeenCalledTimes(1);
});
