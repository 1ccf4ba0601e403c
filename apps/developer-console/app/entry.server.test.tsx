/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import { contentApi, type AppDispatch } from '@yunduo/data-access';
import { use, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';

const real = await import('react-router');
let Page: (props: { url: string }) => ReactNode;
jest.unstable_mockModule('react-router', () => ({
  ...real,
  ServerRouter: (props: { url: string }) => <Page {...props} />,
}));
const { default: handleRequest } = await import('./entry.server.tsx');

const request = new Request('http://localhost/developer-center');
const render = () => handleRequest(request, 200, new Headers({ 'x-kept': '1' }), {} as never);

test('the build renders a page as a whole, and fetches nothing', async () => {
  let call: Promise<string> | undefined;
  Page = ({ url }) => {
    const dispatch = useDispatch<AppDispatch>();
    call ??= dispatch(contentApi.endpoints.siteInfo.initiate()).then(({ isError }) => String(isError));
    return `${url} ${use(call)}`;
  };
  const fetched = jest.spyOn(globalThis, 'fetch');
  const response = await render();
  expect(await response.text()).toBe(`${request.url} true`);
  expect([response.status, ...response.headers]).toEqual([
    200,
    ['content-type', 'text/html; charset=utf-8'],
    ['x-kept', '1'],
  ]);
  expect(fetched).not.toHaveBeenCalled();
});

test('a page that does not render fails the build', async () => {
  Page = () => {
    throw new Error('It does not render.');
  };
  await expect(render()).rejects.toThrow('It does not render.');
});
