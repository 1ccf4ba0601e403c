import { expect, jest, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, render, waitFor } from '@testing-library/react';
import { allSaved } from './pending-listing.ts';
import { useAutosave } from './use-autosave.ts';

interface Setup {
  refetch?: () => Promise<number>;
  onLeave?: (settled: Promise<void>) => Promise<void>;
}

function editor(
  key: string,
  dirty: readonly string[],
  { refetch = () => Promise.resolve(1), onLeave }: Setup = {},
) {
  const finish: (() => void)[] = [];
  const save = () => new Promise<void>((resolve) => finish.push(resolve));
  const state = { revision: 1, dirty };
  const draft = {
    flush: jest.fn(save),
    leave: jest.fn(save),
    stay: jest.fn(),
    stop: jest.fn(),
    get: () => state,
  };
  const create = jest.fn(() => draft);
  function Editor() {
    useAutosave({ key, create, refetch, ...(onLeave && { onLeave }) });
    return null;
  }
  const open = () =>
    render(inShell(<Editor />, { locale: 'en', words: en, path: '/en/developer-center/app-edit' }).element);
  return { draft, state, create, finish, open, ...open() };
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

test('an open editor saves when the network is back and when the page is hidden, and not once it is left', () => {
  let visibility: DocumentVisibilityState = 'visible';
  const shown = jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const { draft, unmount } = editor('c', []);
  const turn = (to: DocumentVisibilityState) => {
    visibility = to;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  turn('visible');
  expect(draft.flush).not.toHaveBeenCalled();
  turn('hidden');
  expect(draft.flush).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  expect(draft.flush).toHaveBeenCalledTimes(2);
  unmount();
  turn('hidden');
  dispatchEvent(new Event('online'));
  expect(draft.flush).toHaveBeenCalledTimes(2);
  shown.mockRestore();
});

test('opened again during its last save, an editor continues its draft; afterwards it starts a new one', async () => {
  const { draft, create, finish, open, unmount } = editor('d', ['intro']);
  unmount();
  expect(draft.stop).not.toHaveBeenCalled();
  const again = open();
  expect(create).toHaveBeenCalledTimes(1);
  expect(draft.stay).toHaveBeenCalledTimes(2);
  again.unmount();
  // The first save ends while the second is running: the draft is still the one to continue.
  await act(async () => finish[0]?.());
  open().unmount();
  expect(create).toHaveBeenCalledTimes(1);
  await act(async () => finish.forEach((end) => end()));
  await waitFor(async () => expect(await isSaved()).toBe(true));
  open();
  expect(create).toHaveBeenCalledTimes(2);
});

test.each<[string, number, (() => Promise<number>)[], number]>([
  ['nothing was saved', 1, [], 0],
  ['the answer has the save', 2, [() => Promise.resolve(2)], 1],
  ['the answer is from before the save', 2, [() => Promise.resolve(1), () => Promise.resolve(2)], 2],
  ['the answer stays old', 2, [() => Promise.resolve(1), () => Promise.resolve(1)], 2],
  ['the request fails', 2, [() => Promise.reject(new Error('away')), () => Promise.resolve(2)], 2],
])(
  'after the last save the app is requested until it shows it, at most twice: %s',
  async (what, revision, answers, count) => {
    const refetch = jest.fn<() => Promise<number>>(() => Promise.resolve(0));
    for (const answer of answers) refetch.mockImplementationOnce(answer);
    let settled = false;
    const onLeave = (end: Promise<void>) => end.then(() => void (settled = true));
    const { state, finish, unmount } = editor(what, ['intro'], {
      refetch,
      onLeave,
    });
    unmount();
    state.revision = revision;
    expect(refetch).not.toHaveBeenCalled();
    await act(async () => finish.forEach((end) => end()));
    await waitFor(() => expect(settled).toBe(true));
    expect(refetch).toHaveBeenCalledTimes(count);
  },
);
