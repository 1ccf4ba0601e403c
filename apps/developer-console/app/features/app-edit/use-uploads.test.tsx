import { expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useUploads } from './use-uploads.ts';

/** Uploads whose answers come when the test says so, called off or not. */
function uploading() {
  const answers: PromiseWithResolvers<{ id: number }>[] = [];
  const abort = jest.fn();
  const onDone = jest.fn();
  const hook = renderHook(() =>
    useUploads<{ id: number }>({
      send: () => {
        const answer = Promise.withResolvers<{ id: number }>();
        answers.push(answer);
        return { unwrap: () => answer.promise, abort };
      },
      refuse: () => undefined,
      onDone,
      failedWords: 'failed',
    }),
  );
  const add = () => act(() => hook.result.current.add([new File(['x'], 'a.png')]));
  const settle = (how: (answer: PromiseWithResolvers<{ id: number }>) => void) =>
    act(async () => {
      const last = answers.at(-1);
      if (last) how(last);
      await last?.promise.catch(() => undefined);
    });
  return { hook, add, settle, abort, onDone };
}

test('what is removed is called off and never comes back, though its answer was on the way', async () => {
  const { hook, add, settle, abort, onDone } = uploading();
  add();
  act(() => void hook.result.current.remove('upload-1'));
  expect([abort.mock.calls.length, hook.result.current.uploads]).toEqual([1, []]);
  await settle(({ resolve }) => resolve({ id: 7 }));
  expect([onDone.mock.calls, hook.result.current.uploads]).toEqual([[], []]);
});

test('what arrived between a press and the next drawing is no upload any more: its picture is to be removed', async () => {
  const { hook, add, settle, onDone } = uploading();
  add();
  const { remove } = hook.result.current;
  await settle(({ resolve }) => resolve({ id: 7 }));
  expect(onDone).toHaveBeenCalledWith({ id: 7 }, 1);
  let taken = true;
  // The handler of the drawing before.
  act(() => void (taken = remove('upload-1')));
  expect(taken).toBe(false);
});

test('a try that was called off says nothing over the one that followed it', async () => {
  const { hook, add, settle } = uploading();
  add();
  await settle(({ reject }) => reject(new Error('away')));
  expect(hook.result.current.uploads).toMatchObject([{ state: 'failed', fault: 'failed' }]);
  act(() => hook.result.current.retry('upload-1'));
  expect(hook.result.current.uploads).toMatchObject([{ state: 'uploading' }]);
});

test('nothing outlives the page', () => {
  const { hook, add, abort } = uploading();
  add();
  add();
  hook.unmount();
  expect(abort).toHaveBeenCalledTimes(2);
});
