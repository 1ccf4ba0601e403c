import { expect, test } from '@jest/globals';
import { nextPaint } from '@yunduo/app-shell';
import { act, renderHook, waitFor } from '@testing-library/react';
import { leaveListing, useListingPending } from './pending-listing.ts';

/** A save that the test settles. */
function saving() {
  let end: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const settled = new Promise<void>((resolve, reject) => (end = { resolve, reject }));
  return {
    settled,
    succeed: () => act(async () => end?.resolve()),
    fail: () => act(async () => end?.reject(new Error('away'))),
  };
}
const pages = () => {
  const own = renderHook(() => useListingPending(1));
  const other = renderHook(() => useListingPending(2));
  return () => [own.result.current, other.result.current];
};

test('a listing left twice is pending until the later save has ended', async () => {
  const pending = pages();
  const [first, second] = [saving(), saving()];
  let ended = 0;
  await act(async () => void leaveListing(1, first.settled).then(() => (ended += 1)));
  expect(pending()).toEqual([true, false]);
  await act(async () => void leaveListing(1, second.settled).then(() => (ended += 1)));
  await first.succeed();
  await waitFor(() => expect(ended).toBe(1));
  // The frame after which the first save would end it.
  await act(nextPaint);
  expect(pending()).toEqual([true, false]);
  await second.succeed();
  await waitFor(() => expect(pending()).toEqual([false, false]));
});

test('a failed save ends it too', async () => {
  const pending = pages();
  const save = saving();
  let failed = false;
  await act(async () => void leaveListing(1, save.settled).catch(() => (failed = true)));
  await waitFor(() => expect(pending()).toEqual([true, false]));
  await save.fail();
  await waitFor(() => expect(pending()).toEqual([false, false]));
  expect(failed).toBe(true);
});
