import { en } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';
import type { Locale } from '@yunduo/i18n';
import type { AppStore } from '@yunduo/data-access';
import { fakeClient, testStore, type FakeClient } from '@yunduo/data-access/testing';
import type { ResourceLanguage } from 'i18next';
import { act, type ReactElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { commonSlice } from './common/common-slice.ts';
import { I18nProvider } from './i18n/i18n-provider.tsx';
import { createWordsInstance } from './i18n/words-instance.ts';
import { createShellListeners } from './listeners/shell-listeners.ts';
import { dismissNotice, noticeStore } from './notifications/notification-store.ts';
import { hideToast } from './toasts/toast-store.ts';

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

/** A view inside words, store and router: `render(inShell(<View/>, { locale: 'en' }).element)`. */
export function inShell(
  view: ReactNode,
  { locale = 'zh', words, client = fakeClient(), path = '/', routes = [], frame }: ShellSetup = {},
): ShellView {
  const store = shellStore(client);
  const instance = createWordsInstance(locale, { ...(locale === 'zh' ? zh : en), ...words });
  // A sentence without one of its values is a defect, as is one without a word; both fail the test.
  instance.options.missingInterpolationHandler = (text: string, [placeholder]: string[]) =>
    // eslint-disable-next-line no-console -- the tests' setup fails on it
    console.error(`no value for ${placeholder} in “${text}”`);
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

/** The texts of all regions with a role. Regions exist before they have content. */
export const message = (role: 'alert' | 'status'): string =>
  Array.from(document.querySelectorAll(`[role=${role}]`), ({ textContent }) => textContent)
    .filter(Boolean)
    .join(' ');

/** Removes toasts and notices of earlier tests: they outlive a view. */
export function clearMessages(): void {
  hideToast();
  for (const { key } of noticeStore.get()) dismissNotice(key);
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
