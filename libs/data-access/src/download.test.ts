import { expect, test } from '@jest/globals';
import { clientDownload } from '@yunduo/api-contract';
import { downloadApi } from './index.ts';
import { fakeClient, rejection, testStore } from './testing.ts';

const releases = {
  list: [],
  linux: 'coming',
  platforms: [],
  protocol: { id: 'client-download', version: '1.0.0' },
};
const input = {
  invitation_code: 'YDIN-0000-0000-0000-0000',
  platform: 'mac-x64',
  protocol_id: 'client-download',
  protocol_version: '1.0.0',
  agree: true,
} as const;

test.each([
  ['PROTOCOL_REQUIRED', 2],
  ['INVITATION_NOT_FOUND', 1],
] as const)('after a claim rejected with %s the releases have been fetched %i times', async (code, times) => {
  const client = fakeClient(
    [clientDownload.releases, releases],
    [
      clientDownload.claim,
      () => {
        throw rejection(code);
      },
    ],
  );
  const store = testStore({ client });
  const shown = store.dispatch(downloadApi.endpoints.clientReleases.initiate());
  await shown;
  const { error } = await store.dispatch(downloadApi.endpoints.claimDownload.initiate(input));
  expect(error).toMatchObject({ code });
  await Promise.all(store.dispatch(downloadApi.util.getRunningQueriesThunk()));
  expect(client.count(clientDownload.releases)).toBe(times);
  shown.unsubscribe();
});
