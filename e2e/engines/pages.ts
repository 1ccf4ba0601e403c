import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCALES, localePath } from '@yunduo/i18n';
import { account, expect } from '@yunduo/e2e/fixtures';
import { appOf } from '@yunduo/developer-console-e2e/people';
import { test } from './engines.ts';
import type { Visitor } from './visitor.ts';

interface PageRule {
  name: string;
  path: string;
}
interface Entry {
  id?: string;
  path?: string;
  index?: boolean;
  children?: Entry[];
}

// Read, not imported: tests do not import apps.
const read = (file: string): Promise<unknown> =>
  import(pathToFileURL(join(import.meta.dirname, '../../apps', file)).href);
const { PAGES } = (await read('public-site/app/route-map.ts')) as { PAGES: PageRule[] };
const { PANELS } = (await read('public-site/app/features/account/panels.ts')) as {
  PANELS: { panel: string }[];
};
const { SECTIONS } = (await read('public-site/app/features/login/sections.ts')) as { SECTIONS: string[] };
const { default: routes } = (await read('developer-console/app/routes.ts')) as { default: Entry[] };

const pathsOf = (entries: readonly Entry[], above = ''): string[] =>
  entries.flatMap(({ id = '', path, index, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [...(id.startsWith('zh:') && (path || index) ? [own] : []), ...pathsOf(children, own)];
  });

/** For an address with a parameter, an existing value; pages that do not exist are another test's. */
const real = (path: string): string =>
  path
    .replace(/^\/subscribe$/, '/subscribe?do=confirm&token=none')
    .replace('/protocol/:id', '/protocol/user-agreement')
    .replace(/:\w+/, '1');
const PUBLIC = PAGES.map(({ path }) => real(path)).filter((path) => !path.includes('*') && path !== '/user');
const OWN = PANELS.map(({ panel }) => `/user?panel=${panel}`);
/** All except external links. */
const CONSOLE = pathsOf(routes).filter((path) => !/\*|\/document$/.test(path));
/** Pages of the developer center that are about one app. */
const OF_AN_APP = /\/app-/;

/** Opens each page and moves the pointer: it hydrates, and the browser reports no errors. */
async function walk(visitor: Visitor, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await visitor.open(path);
      await visitor.find({ role: 'css', name: 'h1' });
      // The developer center hydrates as well, without an event for it.
      if (path.includes('/developer-center')) await visitor.stir();
      else await visitor.awake();
      await visitor.isDrawn();
    });
  }
}

test('@smoke the first pages of both apps are opened without a complaint, and digits lie beside their words', async ({
  visitor,
  path,
}) => {
  await walk(visitor, ['/', '/store/1', '/developer-center'].map(path));
  await visitor.open('/store/1');
  // In each pair of neighbouring parts of a date, the second starts where the first ends, or later.
  const overlaps = await visitor.run(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      if (!/\d [月日]|\d[月日]/.test(node.data)) continue;
      const right = (at: number, edge: 'left' | 'right'): number => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect()[edge];
      };
      for (let at = 1; at < node.data.length; at += 1)
        if (right(at, 'left') - right(at - 1, 'right') < -0.5) found.push(node.data.slice(at - 1, at + 1));
    }
    return found;
  });
  expect(overlaps).toEqual([]);
});

test('a message, a violation of the policy and a failed call of a page are heard', async ({
  visitor,
  path,
}) => {
  await visitor.open(path('/about'));
  await visitor.run(() => {
    globalThis.console.error('a message of the page');
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = 'https://other.example/a.css';
    document.head.append(link);
    void fetch('/nowhere.json');
  });
  const heard: string[] = [];
  await expect
    .poll(async () => {
      heard.push(...(await visitor.heard()));
      return [
        'a message of the page',
        'content security: style-src',
        'status of 404: GET /nowhere.json',
      ].filter((line) => !heard.some((one) => one.includes(line)));
    })
    .toEqual([]);
});

test('files are fetched ahead when the pointer moves', async ({ visitor, path }) => {
  await visitor.open(path('/about'));
  await visitor.run(() => void dispatchEvent(new Event('pointermove')));
  await expect
    .poll(() =>
      visitor.run(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => (entry as PerformanceResourceTiming).initiatorType === 'fetch')
          .some(({ name }) => name.includes('/boot/')),
      ),
    )
    .toBe(true);
});

test('a visitor opens every page of the public site without a complaint', async ({ visitor, allowed }) => {
  test.slow();
  // The response to a confirmation with an unknown token.
  allowed.push(/status of 4\d\d: POST .*subscribe/);
  for (const lang of LOCALES)
    await walk(
      visitor,
      [...PUBLIC, ...SECTIONS.map((section) => `/login?section=${section}`)].map((path) =>
        localePath(lang, path),
      ),
    );
});

test('a member opens every page of the account without a complaint', async ({ visitor, signInAs }) => {
  test.slow();
  await signInAs(account('user'));
  for (const lang of LOCALES)
    await walk(
      visitor,
      [...OWN, '/feedback?view=mine', '/developer-center'].map((path) => localePath(lang, path)),
    );
});

test('a reviewer and a developer open every page of the developer center without a complaint', async ({
  visitor,
  signInAs,
  signOut,
  request,
}) => {
  test.slow();
  const id = await appOf(request, 'log-broom');
  await signInAs(account('developer'));
  for (const lang of LOCALES)
    await walk(
      visitor,
      CONSOLE.filter((path) => !path.endsWith('/review')).map((path) =>
        localePath(lang, OF_AN_APP.test(path) ? `${path}?id=${id}` : path),
      ),
    );
  await signOut();
  await signInAs(account('reviewer'));
  await walk(
    visitor,
    LOCALES.map((lang) => localePath(lang, '/developer-center/review')),
  );
});
