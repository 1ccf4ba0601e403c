import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext, Page, Response } from '@playwright/test';
import { htmlLang } from '@yunduo/i18n';
import { account, expect } from './fixtures.ts';
import { appOf, inEveryLight, test } from './people.ts';

interface Entry {
  id?: string;
  path?: string;
  index?: boolean;
  children?: Entry[];
}

/**
 * The pages of the developer center from its route map, so that a new page is tested without an entry here.
 */
function pagesOf(entries: readonly Entry[], above = ''): { name: string; address: string }[] {
  return entries.flatMap(({ id = '', path, index, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    const name = /^zh:([\w-]+)$/.exec(id)?.[1];
    return [...(name && (path || index) ? [{ name, address: own }] : []), ...pagesOf(children, own)];
  });
}

// Read, not imported: tests do not import apps.
const map = pathToFileURL(join(import.meta.dirname, '../../apps/developer-console/app/routes.ts')).href;
const { default: routes } = (await import(map)) as { default: Entry[] };
const pages = pagesOf(routes);

interface Visit {
  /** The account that visits; null is a visitor. */
  who: string | null;
  /** Replaces an asterisk or a parameter of the address. */
  rest?: string;
  /** The app that the address needs. */
  app?: string;
  /** Allowed console messages. */
  allows?: RegExp;
}

const queryOf = async (request: APIRequestContext, { app }: Visit): Promise<string> =>
  app === undefined ? '' : `?id=${await appOf(request, app)}`;

const DEVELOPER: Visit = { who: account('developer') };
/** Changes were requested: suggestions, errors and the previous submission are all present. */
const AN_APP: Visit = { ...DEVELOPER, app: 'log-broom' };
/** A page without an entry here is visited by a developer. */
const VISITS: Readonly<Record<string, Visit>> = {
  landing: { who: null },
  'not-found': { who: null, allows: /status of 404 .*\/nowhere\)$/ },
  review: { who: account('reviewer') },
  desk: { who: account('operator'), rest: 'orders' },
  listing: AN_APP,
  preview: AN_APP,
  versions: AN_APP,
};

/** The pages by their visitor: each group in one browser context, which costs as much as axe on a page. */
const GROUPS = Object.entries(
  Object.groupBy(pages, ({ name }) => (VISITS[name] ?? DEVELOPER).who ?? 'visitor'),
);

test('every route of the developer center is visited', () => {
  expect(pages.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(VISITS), 'applications', 'panel']),
  );
});

const LANGUAGE = {
  // Names and brands are Latin in Chinese pages too.
  zh: { title: /\p{Script=Han}/u, words: /\p{Script=Han}{4}/u, foreign: /(?!)/g },
  en: {
    title: /^[^\p{Script=Han}]+$/u,
    words: /\b(?:the|you|your|and|are|for)\b/i,
    foreign: /\p{Script=Han}+/gu,
  },
};

/** Records what the server sends a page until it is asked: user-written names and texts, in any language. */
function toldTo(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = [];
  const hear = (response: Response) => {
    // A response that the page before still awaited has no text; a text that is missed here fails the test.
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''));
  };
  page.on('response', hear);
  return async () => {
    page.off('response', hear);
    return (await Promise.all(answers)).join('\n');
  };
}

/** The text of a page, visible or for screen readers, without parts marked as another language. */
const saidBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = [...document.body.querySelectorAll('*')].filter(
      (element) => element.closest('[lang]') === document.documentElement && !element.matches('script'),
    );
    const texts = own.flatMap((element) => [
      ...[...element.childNodes].map((node) => (node instanceof Text ? node.data : '')),
      ...['aria-label', 'alt', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
    ]);
    return texts.filter((text) => text.trim());
  });

for (const [who, group = []] of GROUPS) {
  const enter: (signIn: () => Promise<void>) => Promise<void> =
    who === 'visitor' ? async () => undefined : (signIn) => signIn();

  test(
    `[R1.01] pages of ${who} are in the language of their address and pass axe in both themes`,
    { tag: '@everywhere' },
    async ({ page, path, lang, context, request, withSession, silence, axe }) => {
      await enter(() => withSession(context, who));
      for (const { name, address } of group) {
        const visit = VISITS[name] ?? DEVELOPER;
        const { rest = 'nowhere', allows = /^nothing$/ } = visit;
        silence.allow(allows);

        await test.step(name, async () => {
          const reported = toldTo(page);
          await page.goto(path(address.replace(/\*|:\w+\?/, rest)) + (await queryOf(request, visit)));
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy=true], [role=status] > [data-shape]')).toHaveCount(0);
          // Browsers drop a nested form, and the page would break.
          await expect(page.locator('form form')).toHaveCount(0);
          const { title, words, foreign } = LANGUAGE[lang];
          await expect(page.locator('html')).toHaveAttribute('lang', htmlLang(lang));
          await expect(page).toHaveTitle(title);
          await expect(page.getByRole('main')).toHaveText(words, { useInnerText: true });
          const [output, people] = [(await saidBy(page)).join('\n'), await reported()];
          expect([...output.matchAll(foreign)].flat().filter((text) => !people.includes(text))).toEqual([]);
          await inEveryLight(page, axe);
        });
      }
    },
  );
}
