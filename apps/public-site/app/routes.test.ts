/** @jest-environment node */
import { expect, test } from '@jest/globals';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { LOCALES, localePath } from '@yunduo/i18n';
import { matchRoutes, type RouteObject } from 'react-router';
import { matchPage, PAGES } from './route-map.ts';
import routes from './routes.ts';

const objectOf = ({ id, path, index, caseSensitive, children }: RouteConfigEntry): RouteObject => ({
  id,
  path,
  caseSensitive,
  ...(index ? { index } : { children: children?.map(objectOf) }),
});
const objects = (routes as RouteConfigEntry[]).map(objectOf);

/** The route that the router opens in the browser. */
const opened = (address: string): string | undefined => matchRoutes(objects, address)?.at(-1)?.route.id;

const ADDRESSES = LOCALES.flatMap((locale) =>
  PAGES.map(({ path }) => localePath(locale, path.replace(/:\w+/g, '7'))),
);

test.each([
  ...ADDRESSES,
  ...ADDRESSES.filter((address) => /[a-z]/.test(address)).map((address) => address.toUpperCase()),
  '/EN/store',
  '/en/Store',
  '/store/7/more',
  '/nowhere',
  '/en/nowhere',
])('%s opens the same page in the browser as from the server', (address) => {
  const { locale, page } = matchPage(address);
  expect(opened(address)).toBe(`${locale}:${page.name}`);
});

test.each(LOCALES)('every page of %s is below one of its two layouts', (locale) => {
  for (const { name, path, layout } of PAGES) {
    const ids = matchRoutes(objects, localePath(locale, path.replace(/:\w+/g, '7')))?.map(
      ({ route }) => route.id,
    );
    expect([name, ids?.[0], ids?.[1]]).toEqual([name, locale, `${locale}:${layout}`]);
  }
});
