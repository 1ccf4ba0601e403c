import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext } from '@playwright/test';
import { account, expect } from '../fixtures.ts';
import { appOf, inEveryLight, test } from './people.ts';

interface Entry {
  id?: string;
  path?: string;
  index?: boolean;
  children?: Entry[];
}

/** The pages of the developer center from its own map, so that a new one is looked at without being named here. */
function pagesOf(entries: readonly Entry[], above = ''): { name: string; address: string }[] {
  return entries.flatMap(({ id = '', path, index, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    const name = /^zh:([\w-]+)$/.exec(id)?.[1];
    return [...(name && (path || index) ? [{ name, address: own }] : []), ...pagesOf(children, own)];
  });
}

// Read, not imported: the tests know no app.
const map = pathToFileURL(join(import.meta.dirname, '../../apps/developer-console/app/routes.ts')).href;
const { default: routes } = (await import(map)) as { default: Entry[] };
const pages = pagesOf(routes);

interface Visit {
  /** Who looks; nobody is a visitor without an account. */
  who: string | null;
  /** Which app the address needs. */
  app?: string;
  /** What the browser may say there. */
  allows?: RegExp;
}

const queryOf = async (request: APIRequestContext, { app }: Visit): Promise<string> =>
  app === undefined ? '' : `?id=${await appOf(request, app)}`;

const signedIn = (signIn: () => Promise<void>): Promise<void> => signIn();

const DEVELOPER: Visit = { who: account('developer') };
/** Changes were asked for: suggestions, faults and what was handed in before are all there. */
const AN_APP: Visit = { ...DEVELOPER, app: 'log-broom' };
/** A page that is not named here is the developer's. */
const VISITS: Readonly<Record<string, Visit>> = {
  landing: { who: null },
  'not-found': { who: null, allows: /status of 404/ },
  review: { who: account('reviewer') },
  'app-edit': AN_APP,
  'app-preview': AN_APP,
  versions: AN_APP,
};

test('the map of the developer center is read whole', () => {
  expect(pages.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(VISITS), 'applications', 'control-panel']),
  );
});

for (const { name, address } of pages) {
  const visit = VISITS[name] ?? DEVELOPER;
  const { who, allows = /^nothing$/ } = visit;
  const enter: typeof signedIn = who === null ? async () => undefined : signedIn;

  test(
    `axe finds nothing on the page ${name}, by day and by night`,
    { tag: '@everywhere' },
    async ({ page, path, context, request, withSession, silence, axe }) => {
      silence.allow(allows);
      await enter(() => withSession(context, String(who)));
      await page.goto(path(address.replace('*', 'nowhere')) + (await queryOf(request, visit)));
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true], [role=status] > [data-shape]')).toHaveCount(0);
      // Browsers send a form within a form away, and the page with it.
      await expect(page.locator('form form')).toHaveCount(0);
      await inEveryLight(page, axe);
    },
  );
}
