import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SIGN_IN_REASON } from '@yunduo/session';
import {
  hasPage,
  matchPage,
  pageData,
  type PageRule,
  PAGES,
  prerendered,
  redirectOf,
  routeRules,
  scriptsOf,
} from './route-map.ts';

test.each([
  ['/', 'zh', 'home'],
  ['/en', 'en', 'home'],
  ['/store', 'zh', 'store'],
  ['/en/store/7', 'en', 'store-detail'],
  ['/protocol/user-agreement', 'zh', 'protocol'],
  ['/english', 'zh', 'not-found'],
  ['/Store', 'zh', 'not-found'],
  ['/store/7/more', 'zh', 'not-found'],
  ['/en/nowhere', 'en', 'not-found'],
])('%s is the %s page %s', (path, locale, name) => {
  const match = matchPage(path);
  expect([match.locale, match.page.name]).toEqual([locale, name]);
});

test.each([
  ['/download', '/'],
  ['/product', '/'],
  ['/en/download', '/en'],
  ['/en/product', '/en'],
  ['/download/x', null],
  ['/store', null],
  ['/constructor', null],
])('[R2.09] %s redirects to %s', (from, to) => {
  expect(redirectOf(from)?.to ?? null).toBe(to);
});

test('[R7.14] route rules contain the redirects of both languages', () => {
  expect(routeRules).toEqual({
    '/download': { redirect: { to: '/', status: 302 } },
    '/product': { redirect: { to: '/', status: 302 } },
    '/index.html': { redirect: { to: '/', status: 301 } },
    '/en/index.html': { redirect: { to: '/en', status: 301 } },
    '/en/download': { redirect: { to: '/en', status: 302 } },
    '/en/product': { redirect: { to: '/en', status: 302 } },
  });
});

test('[R7.14] prerendered pages and page data are declared for both languages', () => {
  expect(prerendered).toEqual([
    ...['/', '/about', '/client-download', '/private', '/auth', '/application', '/store', '/activity'],
    ...['/en', '/en/about', '/en/client-download', '/en/private', '/en/auth', '/en/application'],
    ...['/en/store', '/en/activity'],
  ]);
  const dependent = {
    '/client-download': ['link'],
    '/private': ['version', 'link'],
    '/auth': ['plan', 'quantity'],
    '/application': ['os'],
    '/application/:id': [],
    '/store': ['cate', 'q', 'os', 'arch', 'certified', 'source', 'sort', 'page'],
    '/store/:id': ['from'],
    '/protocol/:id': ['version'],
  };
  expect(pageData).toEqual({
    ...dependent,
    ...Object.fromEntries(Object.entries(dependent).map(([path, query]) => [`/en${path}`, query])),
  });
  expect(Object.keys(pageData).filter((path) => /login|user|device|feedback|subscribe/.test(path))).toEqual(
    [],
  );
});

test.each((PAGES as readonly PageRule[]).map(({ name, file, data = false }) => [name, data, file] as const))(
  '%s declares page data (%s) as its loader calls the API',
  (_name, data, file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    expect(/\bload\(/.test(source)).toBe(data);
  },
);

test('hasPage knows only the pages of the map', () => {
  expect(hasPage('store')).toBe(true);
  expect(hasPage('nowhere')).toBe(false);
});

test.each([
  ['/login?section=register', 'intent'],
  // Opened from a mail: without its scripts the page would be a heading until the first touch.
  ['/login?section=undo-email&token=x', 'eager'],
  ['/en/login?section=not-me&token=x', 'eager'],
  ['/feedback', 'intent'],
  // Tickets are private to their user: the server cannot render them.
  ['/feedback?no=FB20261101-00001', 'eager'],
  ['/en/feedback?view=mine', 'eager'],
  ['/user', 'eager'],
  ['/device?code=WDJB-MJHT', 'eager'],
])('%s has the script mode %s', (address, start) => {
  const { pathname, searchParams } = new URL(address, 'https://example.test');
  expect(scriptsOf(matchPage(pathname).page, searchParams)).toBe(start);
});

test.each([
  ['/feedback', 'typed:feedback'],
  ['/client-download', 'typed:claim'],
  ['/auth', 'typed:order:m12:1'],
  ['/login?section=reset', 'typed:sign-in'],
  ['/login', SIGN_IN_REASON],
])('%s restores the draft %s', (address, name) => {
  const { page } = matchPage(new URL(address, 'https://example.test').pathname);
  expect(page.keeps?.some((begin) => name.startsWith(begin))).toBe(true);
});

test('drafts of dialogs do not hydrate a page', () => {
  const dialogs = ['typed:report:7', 'typed:server-facts', 'typed:bind:3', 'typed:change-email:7'];
  const woken = PAGES.filter((page: PageRule) =>
    page.keeps?.some((begin) => dialogs.some((name) => name.startsWith(begin))),
  );
  expect(woken).toEqual([]);
});

test('each page has its layout and its start of scripts; a page of an article has previews', () => {
  const namesWith = (test: (page: PageRule) => boolean) =>
    (PAGES as readonly PageRule[]).filter(test).map(({ name }) => name);
  expect(namesWith(({ layout }) => layout === 'custom')).toEqual([
    ...['protocol', 'subscribe', 'login', 'device'],
  ]);
  expect(namesWith(({ scripts }) => scripts === 'eager')).toEqual(['subscribe', 'device', 'user']);
  expect(namesWith(({ previews }) => previews === true)).toEqual(['home', 'about']);
  expect(matchPage('/client-download').page.keeps).toEqual(['typed:claim', 'typed:invite']);
  const { page } = matchPage('/nowhere');
  expect([page.name, page.layout, page.scripts, page.query]).toEqual(['not-found', 'custom', 'intent', []]);
  for (const [name, query] of [
    ['feedback', ['view', 'no']],
    ['subscribe', ['do']],
    ['login', ['section', 'from', 'r_url']],
    ['user', ['panel']],
  ] as const)
    expect([name, matchPage(`/${name}`).page.query]).toEqual([name, query]);
});
