import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { tokenStorage } from '@yunduo/session';
import { clientLoader as edit } from '../features/listing/route.tsx';
import { clientLoader as preview } from '../features/preview/route.tsx';
import { clientLoader as versions } from '../features/versions/route.tsx';

const PAGES = { 'app-edit': edit, 'app-preview': preview, 'app-versions': versions };
type Page = keyof typeof PAGES;

beforeEach(() => tokenStorage.saveToken('yd_1'));
afterEach(() => tokenStorage.clear());

/** Redirect target of a page; null if it renders. */
function leadsTo(page: Page, query: string, prefix = ''): string | null {
  const request = new Request(`https://yunduo.example${prefix}/developer-center/${page}${query}`);
  try {
    PAGES[page]({ request } as never);
    return null;
  } catch (thrown) {
    return (thrown as Response).headers.get('location');
  }
}

test.each(Object.keys(PAGES) as Page[])(
  '[R2.19] [R2.20] %s without an id redirects to the list in its language',
  (page) => {
    for (const query of ['', '?id=', '?at=name']) {
      expect(leadsTo(page, query)).toBe('/developer-center/applications');
      expect(leadsTo(page, query, '/en')).toBe('/en/developer-center/applications');
    }
    expect(leadsTo(page, '?id=7')).toBeNull();
  },
);

test('a shared preview requires neither id nor account', () => {
  tokenStorage.clear();
  expect(leadsTo('app-preview', '?token=abc')).toBeNull();
  expect(leadsTo('app-preview', '', '/en')).toMatch(/^\/en\/login\?from=/);
});
