import { beforeEach, expect, jest, test } from '@jest/globals';
import { devApp, userAuth, userInfo } from '@yunduo/api-contract';
import { localDraft } from '@yunduo/app-shell/drafts';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { ShellEffects, Toasts } from '@yunduo/app-shell';
import { fakeClient, silence } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { selectSignedIn, sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { detailFixture } from '../app-pages/detail.fixture.ts';
import { ListingPage } from '../features/listing/listing-page.tsx';
import { SignOut } from './account.tsx';

jest.setTimeout(30_000);

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

function open() {
  const detail = detailFixture();
  const client = fakeClient([devApp.detail, detail], [userAuth.logout, {}], [userInfo.index, userFixture()]);
  tokenStorage.saveToken('yd_token');
  const view = inShell(<ListingPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: '/en/developer-center/app-edit?id=7',
    routes: [{ path: '/en/developer-center', element: <p>Landing</p> }],
    frame: (
      <>
        <ShellEffects />
        <SignOut />
        <Toasts />
      </>
    ),
  });
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  return { ...view, detail, hand: userEvent.setup() };
}
const called = ({ calls }: ReturnType<typeof fakeClient>) => calls.map(({ endpoint }) => endpoint.url);

test('saves the open listing, ends the session and removes all drafts but that of the next user', async () => {
  const { client, detail, store, router, hand } = open();
  let answer = () => {};
  client.answer(devApp.save, async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { ...detail, revision: detail.revision + 1 };
  });
  await hand.type(await screen.findByRole('textbox', { name: 'One-line intro (English)' }), ' more');
  localDraft('answer:3').save({ answer: 'Typed' });
  client.answer(userAuth.logout, () => {
    localDraft('answer:4').save({ answer: 'By who signs in before the response' });
    return {};
  });
  await hand.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByText('Landing');
  await waitFor(() => expect(called(client)).toContain(devApp.save.url));
  expect(called(client)).not.toContain(userAuth.logout.url);
  expect(selectSignedIn(store.getState())).toBe(true);
  answer();
  expect(await screen.findByText('You are signed out')).toBeTruthy();
  expect(called(client)).toContain(userAuth.logout.url);
  expect(selectSignedIn(store.getState())).toBe(false);
  expect(tokenStorage.token()).toBe('');
  expect(localDraft('answer:3').exists()).toBe(false);
  expect(localDraft('answer:4').exists()).toBe(true);
  expect(router.state.location.pathname).toBe('/en/developer-center');
});

// A file that arrives some frames after it was requested.
const FRAMES_LATER =
  'data:text/javascript,for (let i = 0; i < 9; i += 1) await new Promise(requestAnimationFrame)';

test('leads to the landing page also if its files are not loaded yet, never to sign-in', async () => {
  const published = globalThis as { __reactRouterManifest?: unknown; __reactRouterRouteModules?: unknown };
  published.__reactRouterRouteModules = {};
  published.__reactRouterManifest = {
    routes: { landing: { id: 'landing', path: 'en/developer-center', module: FRAMES_LATER } },
  };
  try {
    const { router, hand } = open();
    await screen.findByRole('textbox', { name: 'One-line intro (English)' });
    await hand.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('You are signed out')).toBeTruthy();
    expect(await screen.findByText('Landing')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en/developer-center');
  } finally {
    delete published.__reactRouterManifest;
    delete published.__reactRouterRouteModules;
  }
});

test('ends the session locally if the server does not respond', async () => {
  const { client, store, hand } = open();
  client.answer(userAuth.logout, () => {
    throw silence();
  });
  await screen.findByRole('textbox', { name: 'One-line intro (English)' });
  await hand.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(selectSignedIn(store.getState())).toBe(false));
  expect(tokenStorage.token()).toBe('');
  expect(await screen.findByText('You are signed out')).toBeTruthy();
});
