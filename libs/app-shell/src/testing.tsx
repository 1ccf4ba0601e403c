import { waitFor } from '@testing-library/react';
import { en } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';
import type { Locale } from '@yunduo/i18n';
import { refreshOnReturn, type AppStore } from '@yunduo/data-access';
import { fakeClient, testStore, type FakeClient } from '@yunduo/data-access/testing';
import type { ResourceLanguage } from 'i18next';
import { act, type ReactElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { commonSlice } from './common/common-slice.ts';
import { I18nProvider } from './i18n/i18n-provider.tsx';
import { createWordsInstance } from './i18n/words-instance.ts';
import { createShellListeners } from './listeners/shell-listeners.ts';
import { dismissNotice, noticeStore } from './notifications/notification-store.ts';
import { hideToast } from './toasts/toast-store.ts';
import { reportedBuilds } from './updates/watch-builds.ts';

/** The slider's picture as the API returns it. */
export const captchaChallenge = {
  challenge_id: 'c1',
  background: 'data:image/png;base64,AA==',
  piece: 'data:image/png;base64,AA==',
  y: 40,
  width: 480,
  height: 240,
  piece_size: 56,
  expires_in: 120,
};

export interface ShellSetup {
  locale?: Locale;
  /** Words of the app, beside the shared ones. */
  words?: ResourceLanguage;
  client?: FakeClient;
  /** The view's path with query; `/` by default. */
  path?: string;
  /** Other routes that the view may navigate to. */
  routes?: RouteObject[];
  /** Rendered beside every route, such as `<Toasts/>`. */
  frame?: ReactNode;
}

export interface ShellView {
  element: ReactElement;
  store: AppStore;
  client: FakeClient;
  router: ReturnType<typeof createMemoryRouter>;
}

/** A store with the shell's slices and listeners. */
export function shellStore(client: FakeClient = fakeClient()): AppStore {
  return testStore({ client, slices: { common: commonSlice.reducer }, listeners: createShellListeners() });
}

/** Words whose texts are their keys and variables: what a view shows does not depend on the wording. */
export function keysOf(words: ResourceLanguage, path = ''): ResourceLanguage {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? [path + key, ...(value.match(/\{\{.*?\}\}/g) ?? [])].join(' ')
        : keysOf(value, `${path}${key}.`),
    ]),
  );
}

let keyed = false;

/** Words in which a missing variable of a text is an error, as a missing word is: the test fails. */
export function testWords(locale: Locale, words: ResourceLanguage): ReturnType<typeof createWordsInstance> {
  const asKeys = keyed;
  const instance = createWordsInstance(locale, asKeys ? keysOf(words) : words);
  const add = instance.addResourceBundle.bind(instance);
  instance.addResourceBundle = (language: string, namespace: string, added: ResourceLanguage) =>
    add(language, namespace, asKeys ? keysOf({ [namespace]: added })[namespace] : added);
  instance.options.missingInterpolationHandler = (text: string, [name]: string[]) => {
    // eslint-disable-next-line no-console -- each console error fails its test
    console.error(`no value for ${name ?? ''} in “${text}”`);
  };
  return instance;
}

/** A view inside words, store and router: `render(inShell(<View/>, { locale: 'en' }).element)`. */
export function inShell(
  view: ReactNode,
  { locale = 'zh', words, client = fakeClient(), path = '/', routes = [], frame }: ShellSetup = {},
): ShellView {
  const store = shellStore(client);
  const instance = testWords(locale, { ...(locale === 'zh' ? zh : en), ...words });
  const framed = (content: ReactNode) => (
    <>
      {content}
      {frame}
    </>
  );
  const router = createMemoryRouter(
    [
      ...routes.map((route) => ({ ...route, element: framed(route.element) }) as RouteObject),
      { path: '*', element: framed(view) },
    ],
    { initialEntries: [path] },
  );
  const element = (
    <Provider store={store}>
      <I18nProvider instance={instance}>
        <RouterProvider router={router} />
      </I18nProvider>
    </Provider>
  );
  return { element, store, client, router };
}

/** React's ids count up over all tests of a file; here each text has its own count. */
function withOwnIds(text: string): string {
  const ids = [...new Set(text.match(/_r_\w+?_/g))];
  return text.replace(/_r_\w+?_/g, (id) => `_r_${ids.indexOf(id)}_`);
}

/**
 * The markup of the page, or of what is in one element, one element a line, without classes and drawings. Compared with the recorded one, it shows a
 * lost attribute, address or word that no single test looks for; `jest -u` records an intended change.
 */
export const markup = ({ innerHTML }: Element = document.body): string =>
  withOwnIds(innerHTML)
    .replace(/ (?:class|style)="[^"]*"/g, '')
    .replace(/(<svg[^>]*>)[\s\S]*?<\/svg>/g, '$1')
    .replace(/data:[\w/+-]+[;,][^"]*/g, 'data:')
    // The last day that can be chosen is today.
    .replace(/ max="\d{4}-\d\d-\d\d"/g, ' max="today"')
    .replace(/(?<!^)<(?!\/)/g, '\n<');

/** An end for a view that never loads; the machine may be busy. */
const LOADING = { timeout: 20_000 };
/** Looks at a view that find it as before. */
const CALM = 3;

/** The markup of a view, with the keys of its words, once its queries are answered and it stays the same. */
export async function markupOf(open: () => unknown): Promise<string> {
  keyed = true;
  let view: unknown;
  try {
    view = open();
  } finally {
    keyed = false;
  }
  const { store } = (view ?? {}) as Partial<ShellView>;
  const isAsking = () =>
    store && Object.values(store.getState().api.queries).some((query) => query?.status === 'pending');
  let before = '';
  let calm = 0;
  await waitFor(() => {
    const now = document.body.innerHTML;
    const loading =
      isAsking() || !document.body.textContent || document.querySelector('[data-shape], [aria-busy]');
    // The first looks follow each other at once, before the effects of the last change.
    calm = now === before && !loading ? calm + 1 : 0;
    before = now;
    if (calm < CALM) throw new Error('The view is changing.');
  }, LOADING);
  return markup();
}

/** Attributes whose values are words: only their presence counts. */
const WORDS = new Set(['alt', 'aria-label', 'aria-roledescription', 'label', 'placeholder', 'title']);
/** Looks, not behaviour. */
const LOOKS = new Set(['class', 'style', 'srcset', 'sizes', 'width', 'height', 'viewBox']);
/** Messages come and go. */
const PASSING = '[data-above-dialogs], svg *';

/**
 * The headings and the elements with attributes of the loaded page, one a line: levels, links, states, relations, languages and names of
 * fields, without texts and looks. For a page in the middle of a test, whose words are those of a language; a view as it
 * opens is recorded with the keys of its words (`markupOf`).
 */
export async function outline(): Promise<string> {
  const { body } = document;
  await waitFor(() => {
    if (body.querySelector('[data-waiting], [aria-busy=true]')) throw new Error('The page is loading.');
  });
  const lines = [...body.querySelectorAll('*')]
    .filter((element) => !element.closest(PASSING))
    .map((element) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => !LOOKS.has(name))
        .map(({ name, value }) => (WORDS.has(name) || !value ? name : `${name}=${value}`));
      return [element.localName, ...attributes.sort()].join(' ');
    })
    .filter((line) => line.includes(' ') || /^h\d$/.test(line));
  return withOwnIds(lines.join('\n'));
}

const regions = (role: 'alert' | 'status', left = '') =>
  Array.from(document.querySelectorAll(`[role=${role}]`))
    .filter((region) => !left || !region.closest(left))
    .map(({ textContent }) => textContent)
    .filter(Boolean)
    .join(' ');

/**
 * The texts of the page's regions with a role. Regions exist before they have content. Not of toasts, which disappear: a
 * form shows its rejection itself.
 */
export const message = (role: 'alert' | 'status'): string => regions(role, '[data-above-dialogs]');

/** The texts of all regions with a role, toasts included. */
export const messageOrToast = (role: 'alert' | 'status'): string => regions(role);

/** Removes toasts and notices of earlier tests: they outlive a view. */
export function clearMessages(): void {
  hideToast();
  for (const { key } of noticeStore.get()) dismissNotice(key);
  reportedBuilds.clear();
}

/** Shows the page again at this moment (epoch milliseconds), as after the computer slept. */
export function comeBack(at: number): void {
  const { now } = Date;
  Date.now = () => at;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  Date.now = now;
}

/** Hides the tab of a view, as the visitor does who opens another one. Returns the function that shows it again. */
export function hideTab(store: Pick<AppStore, 'dispatch'>): () => void {
  const stop = refreshOnReturn(store);
  const change = () =>
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  change();
  return () => {
    Reflect.deleteProperty(document, 'visibilityState');
    change();
    stop();
  };
}

/** Records where `location` is sent, which jsdom does not follow; from the call to the end of the file. */
export function departures(): [how: string, to: string][] {
  const sent: [string, string][] = [];
  const behind = Object.getOwnPropertySymbols(location).find(({ description }) => description === 'impl');
  const own = Reflect.get(location, behind ?? '') as Record<string, (to?: string) => void>;
  for (const how of ['assign', 'replace', 'reload']) {
    own[how] = (to = location.href) => void sent.push([how, to]);
  }
  return sent;
}

/** Presses each copy button, and returns its name with the text that the clipboard receives. */
export async function copied(): Promise<[name: string, text: string][]> {
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  const copies: [string, string][] = [];
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-state=idle]')) {
    const name = button.getAttribute('aria-label') ?? button.textContent;
    const writeText = async (text: string) => void copies.push([name, text]);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await act(async () => button.click());
  }
  if (before) Object.defineProperty(navigator, 'clipboard', before);
  else Reflect.deleteProperty(navigator, 'clipboard');
  act(clearMessages);
  return copies;
}
