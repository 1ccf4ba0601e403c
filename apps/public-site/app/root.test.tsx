/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import { site } from '@yunduo/api-contract';
import { contentApi, hydratedState } from '@yunduo/data-access';
import { fakeClient, testStore } from '@yunduo/data-access/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { matchPage } from './route-map.ts';
import { SITE } from './testing/site.ts';

const real = await import('react-router');
// Both name files of a build.
const built = { Links: () => null, Scripts: () => <script src="/page.js" /> };
jest.unstable_mockModule('react-router', () => ({ ...real, ...built }));
const { ErrorBoundary, Layout, meta } = await import('./root.tsx');

const lines = (html: string) => html.replace(/(?<!^)<(?!\/)/g, '\n<');

test('the document has the page’s language, and ends with the answers and the scripts', async () => {
  const store = testStore({ client: fakeClient([site.info, SITE]) });
  await store.dispatch(contentApi.endpoints.siteInfo.initiate());
  const documentOf = (lang?: string) => {
    const Page = () => <Layout>Page</Layout>;
    const Stub = real.createRoutesStub([{ path: '/', Component: Page, handle: { lang } }]);
    return renderToStaticMarkup(
      <Provider store={store}>
        <Stub />
      </Provider>,
    );
  };
  const html = documentOf('en');
  const [, state = ''] = /<script id="app-state" type="application\/json">(.*?)<\/script>/.exec(html) ?? [];
  const { api } = hydratedState(state) as { api: { queries: Record<string, { data: unknown }> } };
  expect(Object.values(api.queries).map(({ data }) => data)).toEqual([SITE]);
  expect(lines(html.replace(state, ''))).toBe(
    `<html lang="en">
<head>
<meta charSet="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)"/>
<meta name="theme-color" content="#0a1416" media="(prefers-color-scheme: dark)"/>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
<link rel="manifest" href="/site.webmanifest"/></head>
<body>Page
<script id="app-state" type="application/json"></script>
<script src="/page.js"></script></body></html>`,
  );
  expect(documentOf()).toContain('<html lang="zh-CN">');
});

test('[R2.33] an error above both languages is named, and offers home, the store and the search in both', () => {
  const html = renderToStaticMarkup(<ErrorBoundary />);
  expect(lines(html)).toBe(
    `<main class="wrap">
<h1 lang="en">Internal Server Error</h1>
<nav aria-label="导航 · Navigation">
<p>
<a href="/">首页</a> · 
<a href="/store">应用商店</a> · 
<a href="/en" lang="en">Home</a> · 
<a href="/en/store" lang="en">Store</a></p></nav>
<form role="search" action="/store" method="get">
<input type="search" aria-label="搜索应用 · Search apps" name="q"/> 
<button type="submit">搜索 · Search</button></form></main>`,
  );
  const [, search = ''] = /action="(.*?)"/.exec(html) ?? [];
  expect(matchPage(search).page.name).toBe('store');
  const titles = [meta({ error: new Error('x') } as never), meta({} as never)];
  expect(titles).toEqual([[{ title: 'Internal Server Error' }], []]);
});
