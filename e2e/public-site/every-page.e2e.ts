import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { account, expect, test } from './fixtures.ts';

interface PageRule {
  name: string;
  path: string;
}

// Read, not imported: tests do not import apps.
const read = (file: string): Promise<unknown> =>
  import(pathToFileURL(join(import.meta.dirname, '../../apps/public-site/app', file)).href);
const { PAGES, NOT_FOUND_PAGE } = (await read('route-map.ts')) as {
  PAGES: PageRule[];
  NOT_FOUND_PAGE: PageRule;
};
const { PANELS } = (await read('features/account/panels.ts')) as { PANELS: { panel: string }[] };
const { SECTIONS } = (await read('features/login/sections.ts')) as { SECTIONS: string[] };

const NOWHERE = '/nowhere';
/** An address for each path with a parameter, and the other preconditions of a page. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'application-detail': '/application/1',
  'store-detail': '/store/1',
  protocol: '/protocol/user-agreement',
  subscribe: '/subscribe?do=confirm&token=none',
  [NOT_FOUND_PAGE.name]: NOWHERE,
};

interface View {
  address: string;
  /** A link on that page to the intended one: ids differ from seed to seed, links do not. */
  follow?: string;
}

const pathOf = (address: string): string => address.replace(/\?.*/, '');

/** Opens a view in the language of `path`; returns the status of its address. */
async function open(
  page: Page,
  path: (address: string) => string,
  { address, follow }: View,
): Promise<number | undefined> {
  const answer = await page.goto(path(address));
  if (follow) {
    const link = page.locator(follow).first();
    await link.waitFor();
    await page.goto((await link.getAttribute('href')) ?? '');
  }
  return answer?.status();
}

/** A signed-in user's page starts at once and shows their data only then. */
const awake = (page: Page, signedIn: boolean): Promise<unknown> =>
  signedIn ? page.locator('html[data-hydrated]').waitFor() : Promise.resolve();

const all = [...PAGES, NOT_FOUND_PAGE];
const split = new Set(['user', 'login']);
const toRead = all
  .filter(({ name }) => !split.has(name))
  .map(({ name, path }): View => ({ address: ADDRESSES[name] ?? path }));
const half = Math.ceil(toRead.length / 2);

/**
 * Few groups, each in one browser context: the cost of a page is axe, and a new context costs as much again.
 */
const GROUPS: { who: string; signedIn: boolean; views: View[] }[] = [
  { who: 'everybody may read', signedIn: false, views: toRead.slice(0, half) },
  { who: 'everybody may read or write on', signedIn: false, views: toRead.slice(half) },
  {
    who: 'lead to an account',
    signedIn: false,
    views: SECTIONS.map((section) => ({ address: `/login?section=${section}` })),
  },
  {
    who: 'an account has',
    signedIn: true,
    views: PANELS.map(({ panel }) => ({ address: `/user?panel=${panel}` })),
  },
  {
    who: 'show one thing of an account, or what it has written',
    signedIn: true,
    views: [
      { address: '/user?panel=order-info', follow: 'main table a[href*="order="]' },
      { address: '/user?panel=my-codes', follow: 'main a[href*="code="]' },
      { address: '/feedback?view=mine' },
      { address: '/feedback?view=mine', follow: 'main a[href*="no="]' },
    ],
  },
];

test('every page of the route map has an address to visit', () => {
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(ADDRESSES), ...split, 'home']),
  );
  expect(toRead.map(({ address }) => address).filter((address) => /[:*]/.test(address))).toEqual([]);
  expect([SECTIONS.length, PANELS.length].every((count) => count > 2)).toBe(true);
});

for (const { who, signedIn, views } of GROUPS) {
  const enter: (signIn: () => Promise<void>) => Promise<void> = signedIn
    ? (signIn) => signIn()
    : async () => undefined;

  test(
    `pages that ${who} pass axe`,
    { tag: '@everywhere' },
    async ({ page, path, context, withSession, silence, axe }) => {
      silence.allow(new RegExp(`status of 404 .*${NOWHERE}`));
      await enter(() => withSession(context, account('user')));
      for (const view of views) {
        const { address, follow = '' } = view;

        await test.step(`${address} ${follow}`, async () => {
          expect(await open(page, path, view)).toBe(address === NOWHERE ? 404 : 200);
          await awake(page, signedIn);
          // The intended page, not sign-in in its place.
          expect(new URL(page.url()).pathname).toBe(path(pathOf(address)));
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy=true], [data-shape]')).toHaveCount(0);
          // Browsers drop a nested form, and the page would break.
          await expect(page.locator('form form')).toHaveCount(0);
          await axe(page);
        });
      }
    },
  );
}
