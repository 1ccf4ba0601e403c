import { expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ApiFailure } from '@yunduo/api-client';
import { rejection } from '@yunduo/data-access/testing';
import { useUpload, type Upload } from './use-upload.ts';

/** Uploads that the test settles, aborted or not. */
function uploading({
  outlivesView = false,
  inspect,
  onAbort,
}: {
  outlivesView?: boolean;
  inspect?: () => Promise<string | undefined>;
  onAbort?: (count: number) => void;
} = {}) {
  const answers: PromiseWithResolvers<{ id: number }>[] = [];
  const abort = jest.fn();
  let progress = (_share: number): void => undefined;
  const onFailure = jest.fn((failure: ApiFailure | null) => failure?.msg ?? 'failed');
  const onDone = jest.fn<(answer: { id: number }, upload: Upload) => { picture: string } | undefined>();
  const hook = renderHook(() =>
    useUpload<{ id: number }>({
      send: (_file, onProgress) => {
        progress = onProgress;
        const answer = Promise.withResolvers<{ id: number }>();
        answers.push(answer);
        return { unwrap: () => answer.promise, abort };
      },
      check: ({ name }) => (name.endsWith('.heic') ? 'not this one' : undefined),
      onDone,
      ...(inspect && { inspect }),
      ...(onAbort && { onAbort }),
      onFailure,
      outlivesView,
    }),
  );
  const add = (name = 'a.png') => act(() => hook.result.current.add([new File(['x'], name)]));
  const settle = (how: (answer: PromiseWithResolvers<{ id: number }>) => void) =>
    act(async () => {
      const last = answers.at(-1);
      if (last) how(last);
      await last?.promise.catch(() => undefined);
    });
  return {
    hook,
    add,
    settle,
    abort,
    answers,
    onDone,
    onFailure,
    report: (share: number) => act(() => progress(share)),
  };
}

/** True if closing the page is blocked. */
const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a file dropped beside its place does not replace a page with uploads', () => {
  const { hook } = uploading();
  const dropped = () => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types: ['Files'], dropEffect: 'copy' } });
    return document.body.dispatchEvent(event);
  };
  expect(dropped()).toBe(false);
  hook.unmount();
  expect(dropped()).toBe(true);
});

test('a removed upload is aborted and ignores its late response', async () => {
  const { hook, add, settle, abort, onDone } = uploading();
  add();
  act(() => void hook.result.current.remove('upload-1'));
  expect([abort.mock.calls.length, hook.result.current.uploads]).toEqual([1, []]);
  await settle(({ resolve }) => resolve({ id: 7 }));
  expect([onDone.mock.calls, hook.result.current.uploads]).toEqual([[], []]);
});

test('remove returns false for an upload that has completed since the last render', async () => {
  const { hook, add, settle, onDone } = uploading();
  add();
  const { remove } = hook.result.current;
  await settle(({ resolve }) => resolve({ id: 7 }));
  expect(onDone.mock.calls).toMatchObject([[{ id: 7 }, { key: 'upload-1', order: 1 }]]);
  let taken = true;
  // The handler of the previous render.
  act(() => void (taken = remove('upload-1')));
  expect(taken).toBe(false);
});

test('a retry starts without the progress and error of the failed attempt', async () => {
  const { hook, add, settle, report, answers } = uploading();
  add();
  report(0.7);
  await settle(({ reject }) => reject(new Error('away')));
  expect(hook.result.current.uploads).toMatchObject([{ state: 'failed', fault: 'failed', final: false }]);
  act(() => hook.result.current.retry('upload-1'));
  expect(hook.result.current.uploads).toMatchObject([{ state: 'uploading', share: 0, fault: undefined }]);
  expect(answers).toHaveLength(2);
});

test('unmounting aborts all uploads and reports how many', async () => {
  const onAbort = jest.fn();
  const { hook, add, abort, settle } = uploading({ onAbort });
  add();
  add();
  add();
  await settle(({ resolve }) => resolve({ id: 7 }));
  hook.unmount();
  expect(abort).toHaveBeenCalledTimes(2);
  expect(onAbort.mock.calls).toEqual([[2]]);
  const other = uploading({ onAbort });
  other.hook.unmount();
  expect(onAbort).toHaveBeenCalledTimes(1);
});

test('clearing the list aborts running uploads; finished and removed ones are not aborted again', async () => {
  const { hook, add, settle, abort, onDone } = uploading();
  onDone.mockReturnValue({ picture: '/7.png' });
  add();
  await settle(({ resolve }) => resolve({ id: 7 }));
  add();
  act(() => void hook.result.current.remove('upload-2'));
  expect(abort).toHaveBeenCalledTimes(1);
  add();
  const { clear, remove } = hook.result.current;
  act(clear);
  expect([abort.mock.calls.length, hook.result.current.uploads]).toEqual([2, []]);
  expect(remove('upload-3')).toBe(false);
  await settle(({ resolve }) => resolve({ id: 8 }));
  expect(onDone).toHaveBeenCalledTimes(1);
  hook.unmount();
  expect(abort).toHaveBeenCalledTimes(2);
});

test('a removed upload that fails late reports nothing', async () => {
  const { hook, add, settle, onFailure } = uploading();
  add();
  act(() => void hook.result.current.remove('upload-1'));
  await settle(({ reject }) => reject(new Error('away')));
  expect(onFailure).not.toHaveBeenCalled();
});

test('a draft’s earlier uploads are listed, updated and removed, but not sent again', () => {
  const { hook, add, answers } = uploading();
  act(() => hook.result.current.restore([{ name: 'map.png', state: 'done', picture: '/1.png' }]));
  add();
  expect(hook.result.current.uploads).toMatchObject([
    { key: 'upload-1', order: 1, name: 'map.png', picture: '/1.png' },
    { key: 'upload-2', order: 2, name: 'a.png' },
  ]);
  act(() => hook.result.current.retry('upload-1'));
  expect(answers).toHaveLength(1);
  act(() => hook.result.current.update((one) => (one.order === 1 ? { ...one, state: 'failed' } : one)));
  expect(hook.result.current.uploads.map(({ state }) => state)).toEqual(['failed', 'uploading']);
  let taken = false;
  act(() => void (taken = hook.result.current.remove('upload-1')));
  expect([taken, hook.result.current.uploads.map(({ key }) => key)]).toEqual([true, ['upload-2']]);
});

test('a file that cannot be decoded here is left to the server', async () => {
  const { add, answers } = uploading({ inspect: () => Promise.reject(new Error('no decoder')) });
  await act(async () => add());
  expect(answers).toHaveLength(1);
});

test('with outlivesView an upload continues after unmount, blocks unloading until its answer and calls onDone', async () => {
  const { hook, add, settle, abort, onDone } = uploading({ outlivesView: true });
  add();
  hook.unmount();
  expect(leave()).toBe(true);
  await settle(({ resolve }) => resolve({ id: 7 }));
  expect(leave()).toBe(false);
  expect([abort.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 1]);
});

test('reports progress and keeps completed uploads with the data from onDone', async () => {
  const { hook, add, settle, onDone, report } = uploading();
  onDone.mockReturnValue({ picture: '/7.png' });
  add();
  report(0.4);
  expect(hook.result.current.uploads).toMatchObject([{ name: 'a.png', state: 'uploading', share: 0.4 }]);
  await settle(({ resolve }) => resolve({ id: 7 }));
  expect(hook.result.current.uploads).toMatchObject([{ state: 'done', picture: '/7.png' }]);
  act(() => hook.result.current.clear());
  expect(hook.result.current.uploads).toEqual([]);
});

test('a file rejected locally or by the server is final; other failures can be retried', async () => {
  const { hook, add, settle } = uploading();
  add('a.heic');
  expect(hook.result.current.uploads).toMatchObject([
    { state: 'failed', fault: 'not this one', final: true },
  ]);
  act(() => void hook.result.current.remove('upload-1'));
  add();
  await settle(({ reject }) => reject(rejection('FILE_TYPE', {}, 'no picture')));
  expect(hook.result.current.uploads).toMatchObject([{ state: 'failed', fault: 'no picture', final: true }]);
  act(() => hook.result.current.retry('upload-2'));
  await settle(({ reject }) => reject(rejection('TOO_MANY_REQUESTS', {}, 'later')));
  expect(hook.result.current.uploads).toMatchObject([{ state: 'failed', fault: 'later', final: false }]);
});

test.each([...(['PICTURE_HEIC', 'VIDEO_UNREADABLE', 'MEDIA_TYPE', 'LOGO_SIZE', 'SCREENSHOT_SIZE'] as const)])(
  'a file answered with %s cannot be sent again',
  async (code) => {
    const { hook, add, settle } = uploading();
    add();
    await settle(({ reject }) => reject(rejection(code, {}, 'not this one')));
    expect(hook.result.current.uploads).toMatchObject([{ fault: 'not this one', final: true }]);
  },
);

test('uploads a file after inspection unless it is rejected or removed', async () => {
  const inspections: PromiseWithResolvers<string | undefined>[] = [];
  const inspect = () => {
    const inspection = Promise.withResolvers<string | undefined>();
    inspections.push(inspection);
    return inspection.promise;
  };
  const { hook, add, answers } = uploading({ inspect });
  for (const name of ['fits.png', 'small.png', 'removed.png', 'late.png']) add(name);
  expect([hook.result.current.uploads.map(({ state }) => state), answers]).toEqual([
    ['uploading', 'uploading', 'uploading', 'uploading'],
    [],
  ]);
  act(() => void hook.result.current.remove('upload-3'));
  await act(async () => {
    for (const [at, fault] of [undefined, 'too small', undefined].entries()) inspections[at]?.resolve(fault);
  });
  expect(answers).toHaveLength(1);
  expect(hook.result.current.uploads).toMatchObject([
    { name: 'fits.png', state: 'uploading' },
    { name: 'small.png', state: 'failed', fault: 'too small', final: true },
    { name: 'late.png', state: 'uploading' },
  ]);
  hook.unmount();
  await act(async () => inspections[3]?.resolve(undefined));
  expect(answers).toHaveLength(1);
});

test('blocks unloading only while an upload is in progress', async () => {
  const { hook, add, settle } = uploading();
  expect(leave()).toBe(false);
  add();
  expect(leave()).toBe(true);
  await settle(({ resolve }) => resolve({ id: 7 }));
  expect(leave()).toBe(false);
  add();
  hook.unmount();
  expect(leave()).toBe(false);
});
