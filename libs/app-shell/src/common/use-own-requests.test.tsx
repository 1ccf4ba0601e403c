import { expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useOwnRequests } from './use-own-requests.ts';

test('unmounting aborts the requests that are open, not those that were answered or refused', async () => {
  const { result, unmount } = renderHook(() => useOwnRequests());
  const request = (answer: Promise<string>) => ({ unwrap: () => answer, abort: jest.fn() });
  const answered = request(Promise.resolve('yes'));
  const refused = request(Promise.reject(new Error('no')));
  const open = request(new Promise(() => undefined));
  await expect(result.current(answered)).resolves.toBe('yes');
  await expect(result.current(refused)).rejects.toThrow('no');
  void result.current(open);
  unmount();
  expect([answered, refused, open].map(({ abort }) => abort.mock.calls.length)).toEqual([0, 0, 1]);
});
