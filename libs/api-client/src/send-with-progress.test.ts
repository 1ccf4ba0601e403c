import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { userInfo } from '@yunduo/api-contract';
import { createApiClient } from './client.ts';

/** An XMLHttpRequest controlled by the test. */
class FakeXhr {
  static last: FakeXhr;
  method = '';
  url = '';
  headers: Record<string, string> = {};
  body: unknown;
  status = 0;
  responseText = '';
  upload: { onprogress?: (event: object) => void } = {};
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  constructor() {
    FakeXhr.last = this;
  }
  open(method: string, url: string) {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort();
  }
  answer(status: number, responseText: string) {
    Object.assign(this, { status, responseText });
    this.onload();
  }
}

const real = globalThis.XMLHttpRequest;
beforeEach(() => {
  globalThis.XMLHttpRequest = FakeXhr as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  globalThis.XMLHttpRequest = real;
});

function upload(signal?: AbortSignal) {
  const client = createApiClient({ baseUrl: '', language: 'en', token: 'yd_t', deviceVersion: '1.4.2' });
  const body = new FormData();
  body.append('file', new Blob(['x']));
  const shares: number[] = [];
  const done = client.call(userInfo.uploadHeadImg, body, {
    onProgress: (share) => shares.push(share),
    signal,
  });
  return { done, body, shares, xhr: FakeXhr.last };
}

test('[R7.02] an upload reports its progress and sends the common headers', async () => {
  const { done, body, shares, xhr } = upload();
  expect(xhr).toMatchObject({ method: 'POST', url: '/api/user_info/upload_head_img', body });
  expect(xhr.headers).toMatchObject({
    Lang: 'us',
    Authorization: 'Bearer yd_t',
    'X-Requested-With': 'XMLHttpRequest',
    'Device-Id': '2',
    'Upload-Token': 'web',
    'Device-Version': '1.4.2',
  });
  xhr.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
  xhr.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 });
  xhr.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 });
  xhr.answer(200, JSON.stringify({ code: 'OK', msg: '', data: { head_image: '/a.webp' } }));
  expect(await done).toEqual({ head_image: '/a.webp' });
  expect(shares).toEqual([0.25, 1]);
});

test('[R8.05] a rejected upload rejects with the response body', async () => {
  const { done, xhr } = upload();
  const body = { code: 'FILE_TOO_LARGE', msg: 'too large', data: {} };
  xhr.answer(400, JSON.stringify(body));
  await expect(done).rejects.toMatchObject({ status: 400, body });
});

test('an upload without a response rejects with status 0', async () => {
  const { done, xhr } = upload();
  xhr.onerror();
  await expect(done).rejects.toMatchObject({ status: 0, code: 'NO_ANSWER' });
});

test.each([
  ['its answer', (xhr: FakeXhr) => xhr.answer(200, JSON.stringify({ code: 'OK', msg: '', data: {} }))],
  ['no answer', (xhr: FakeXhr) => xhr.onerror()],
])('an upload that ended with %s removes its abort listener', async (_, end) => {
  const { signal } = new AbortController();
  const [added, removed] = [
    jest.spyOn(signal, 'addEventListener'),
    jest.spyOn(signal, 'removeEventListener'),
  ];
  const { done, xhr } = upload(signal);
  expect(added).toHaveBeenCalledTimes(1);
  end(xhr);
  await done.catch(() => undefined);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

test('an upload can be aborted while it runs, and is not sent if aborted before', async () => {
  const controller = new AbortController();
  const running = upload(controller.signal);
  controller.abort();
  await expect(running.done).rejects.toMatchObject({ code: 'ABORTED' });
  const late = upload(controller.signal);
  await expect(late.done).rejects.toMatchObject({ code: 'ABORTED' });
  expect(late.xhr.body).toBeUndefined();
});
