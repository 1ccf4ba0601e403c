import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, type ApiFailure } from '@yunduo/api-client';
import { api, handledByForm, handledByPart, handledByView, load, storeContext } from '@yunduo/data-access';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';
import { sessionStarted, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { StrictMode, useState } from 'react';
import { RouterContextProvider } from 'react-router';
import type { ShellState } from '../common/shell-hooks.ts';
import { clearMessages, inShell, shellStore } from '../testing.tsx';
import { toastStore } from '../toasts/toast-store.ts';
import { Toasts } from '../toasts/toasts.tsx';
import { ErrorPage } from './error-page.tsx';
import { pageError } from './page-error.ts';
import { claimFailure, tellUnlessShown, useShownFailure } from './shown-failures.ts';

const MSG = '服务器的原话 / the server’s own words';
const REFUSED = { zh: '服务器拒绝访问', en: 'The server refused access' };
const BUSY = { zh: '服务器繁忙，请稍后重试', en: 'The server is busy, please try again later' };

/** The error catalogue (specification §8): every way a call fails, and the text that a visitor sees. */
const FAILURES = [
  ['a 400', 400, MSG],
  ['a 403', 403, REFUSED],
  ['a 404', 404, MSG],
  ['a 500', 500, MSG],
  ['a 418', 418, BUSY],
  ['a 429', 429, BUSY],
  ['a 502 of a proxy', 502, BUSY],
  ['no response', 0, BUSY],
] as const;
const TABLE = (['zh', 'en'] as const).flatMap((locale) =>
  FAILURES.map(([what, status, words]) => {
    const text = typeof words === 'string' ? words : words[locale];
    return [what, locale, { status, text }] as const;
  }),
);
const failure = (status: number): ApiError =>
  status === 0 ? new ApiError({ code: 'NO_ANSWER' }) : new ApiError({ status, code: 'INTERNAL', msg: MSG });

/** Fields for any call. */
const ANY = { id: 7, file: new Blob(['x']), version_id: 7, no: 'F1', token: 't', use_to: 'about', muted: [] };
interface Call {
  initiate: (input: unknown, options?: object) => never;
}
const CALLS = Object.entries(api.endpoints as unknown as Record<string, Call>);
const READS = CALLS.filter(([, call]) => 'useQuery' in call);

function failingClient(status: number) {
  const client = fakeClient();
  client.call = async () => {
    throw failure(status);
  };
  return client;
}

beforeEach(() => tokenStorage.clear());
afterEach(() => act(clearMessages));

const words = { zh: zh.messages, en: en.messages };
/** The toast's text, in the language of a page. */
function reported(locale: 'zh' | 'en'): string | undefined {
  const text = toastStore.get()?.text;
  return typeof text === 'object' ? words[locale][text.message] : text;
}
const shownToast = () => document.querySelector('[role=alert]')?.textContent;
const called = (name: string) => CALLS.find(([known]) => known === name)?.[1] as Call;

describe.each(TABLE)('%s, in %s', (_what, locale, { status, text }) => {
  test('every endpoint shows it as a toast', async () => {
    const store = shellStore(failingClient(status));
    expect(CALLS.length).toBeGreaterThan(80);
    for (const [name, call] of CALLS) {
      clearMessages();
      await store.dispatch(call.initiate(ANY, { subscribe: false }));
      expect([name, reported(locale)]).toEqual([name, text]);
    }
  });

  test('every page load shows it on the error page and in no toast', async () => {
    const store = shellStore(failingClient(status));
    const context = new RouterContextProvider();
    context.set(storeContext, store);
    const failures = new Set<string>();
    for (const [, call] of READS) {
      const thrown = await load(context, call.initiate(ANY)).catch((error: unknown) => error as never);
      const { init, data } = thrown as { init: { status: number }; data: unknown };
      const page = pageError({ status: init.status, statusText: '', internal: false, data });
      failures.add(JSON.stringify({ status: page.status, failure: page.failure }));
    }
    expect(failures.size).toBe(1);
    for (const page of failures) {
      render(
        inShell(<ErrorPage documentTitle="Failed" {...(JSON.parse(page) as object)} />, { locale }).element,
      );
      expect(shownToast()).toBe(text);
    }
    expect(toastStore.get()).toBeNull();
  });

  test('a form without a rendered error does not suppress the toast', async () => {
    const client = failingClient(status);
    const view = inShell(<h1>Page</h1>, { client, locale, frame: <Toasts /> });
    render(view.element);
    await act(
      async () =>
        void (await view.store.dispatch(called('licenceBind').initiate(handledByForm({ code: 'c' })))),
    );
    await waitFor(() => expect(shownToast()).toBe(text));
  });
});

test('a 400 for the id of a page is shown as 404 without the server’s message', () => {
  const data = { code: 'VALIDATION_FAILED', msg: MSG, answered: 400 };
  expect(pageError({ status: 404, statusText: '', internal: false, data }).failure).toBeNull();
});

test('[R8.03] a 401 from any endpoint ends the session and asks for sign-in', async () => {
  const client = fakeClient();
  client.call = async () => {
    throw new ApiError({ status: 401, code: 'UNAUTHENTICATED', msg: MSG });
  };
  for (const [name, call] of CALLS) {
    clearMessages();
    const store = shellStore(client);
    store.dispatch(sessionStarted({ token: 'yd_1', user: userFixture() }));
    tokenStorage.saveToken('yd_1');
    await store.dispatch(call.initiate(ANY, { subscribe: false }));
    const { session, common } = store.getState() as ShellState;
    const now = { said: reported('zh'), token: session.token, user: session.user, asked: common.signInAsked };
    expect([name, now]).toEqual([name, { said: '请先登录', token: '', user: null, asked: true }]);
    expect(tokenStorage.token()).toBe('');
  }
});

describe('useShownFailure', () => {
  const rejection = () => failure(404).toFailure();

  /**
   * A dialog with a failure. `close` unmounts it as a refetched list does; the button closes it as a user
   * does.
   */
  function openDialog({ strict = false } = {}) {
    const of = rejection();
    let close = (): void => undefined;
    function Shown() {
      useShownFailure(of);
      return <p>{of.msg}</p>;
    }
    function Page() {
      const [open, setOpen] = useState(true);
      close = () => setOpen(false);
      return (
        <>
          {open && <Shown />}
          <button onClick={close}>close</button>
        </>
      );
    }
    const view = inShell(<Page />, { frame: <Toasts /> });
    render(strict ? <StrictMode>{view.element}</StrictMode> : view.element);
    return { of, close: () => act(async () => close()), view };
  }
  const toast = () => toastStore.get()?.text;

  test('suppresses the toast for an error rendered by the form', async () => {
    const { view } = openDialog();
    const shown: unknown[] = [];
    const stop = toastStore.subscribe(() => void shown.push(toast()));
    function Form() {
      const [rejected, setRejected] = useState<ApiFailure | null>(null);
      useShownFailure(rejected);
      const press = async () => {
        const call = called('licenceBind').initiate(handledByForm({}));
        const { error } = (await view.store.dispatch(call)) as unknown as { error: ApiFailure };
        setRejected(error);
      };
      return <button onClick={() => void press()}>{rejected ? `refused ${rejected.msg}` : 'bind'}</button>;
    }
    view.client.call = async () => {
      throw failure(404);
    };
    render(inShell(<Form />).element);
    await userEvent.click(screen.getByRole('button', { name: 'bind' }));
    expect(await screen.findByRole('button', { name: `refused ${MSG}` })).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(shown).toEqual([]);
    stop();
  });

  test('suppresses the toast when claimed before the listener, and leaves no timer', () => {
    jest.useFakeTimers();
    const of = rejection();
    claimFailure(of);
    tellUnlessShown(of);
    expect(jest.getTimerCount()).toBe(0);
    jest.advanceTimersByTime(1000);
    expect(toast()).toBeUndefined();
    jest.useRealTimers();
  });

  test('removes a toast that was shown before the form rendered the error', async () => {
    const of = rejection();
    tellUnlessShown(of);
    await waitFor(() => expect(toast()).toBe(MSG));
    function Shown() {
      useShownFailure(of);
      return <p>{of.msg}</p>;
    }
    render(inShell(<Shown />, { frame: <Toasts /> }).element);
    await waitFor(() => expect(toastStore.get()).toBeNull());
    expect(screen.getByText(MSG)).toBeTruthy();
  });

  test('hands the message to a toast when its dialog unmounts', async () => {
    const { close } = openDialog();
    await close();
    expect(toast()).toBe(MSG);
  });

  test('shows no toast while another component still shows the error', async () => {
    const of = rejection();
    let close = (): void => undefined;
    function Shown() {
      useShownFailure(of);
      return <p>{of.msg}</p>;
    }
    function Page() {
      const [both, setBoth] = useState(true);
      close = () => setBoth(false);
      return (
        <>
          <Shown />
          {both && <Shown />}
        </>
      );
    }
    render(inShell(<Page />, { frame: <Toasts /> }).element);
    await act(async () => close());
    expect(screen.getAllByText(MSG)).toHaveLength(1);
    expect(toast()).toBeUndefined();
  });

  test('shows no toast after the user has closed the dialog', async () => {
    openDialog();
    await userEvent.click(screen.getByRole('button', { name: 'close' }));
    expect(screen.queryByText(MSG)).toBeNull();
    expect(toast()).toBeUndefined();
  });

  // A key, a pointer that is not released yet, and the bare click of assistive technology.
  test.each(['keydown', 'pointerdown', 'click'])(
    'shows no toast after a %s, whatever its target makes of it',
    async (type) => {
      const { close } = openDialog();
      const target = document.body.appendChild(document.createElement('input'));
      target.addEventListener(type, (event) => event.stopPropagation());
      target.dispatchEvent(new Event(type, { bubbles: true }));
      target.remove();
      await close();
      expect(toast()).toBeUndefined();
    },
  );

  test('does not replace another toast on unmount', async () => {
    const { close, of } = openDialog();
    const { showToast } = await import('../toasts/toast-store.ts');
    act(() => showToast({ message: 'login_first' }, { kind: 'error' }));
    await close();
    expect(toast()).toEqual({ message: 'login_first' });
    claimFailure(of);
  });

  test('shows no second message in StrictMode', () => {
    openDialog({ strict: true });
    expect(toast()).toBeUndefined();
  });
});

test('handledByView suppresses the toast', async () => {
  const store = shellStore(failingClient(500));
  await store.dispatch(called('captchaChallenge').initiate(handledByView({ scene: 'login' })));
  expect(toastStore.get()).toBeNull();
});

test('handledByPart suppresses the toast for a 404 only', async () => {
  const ask = (status: number) =>
    shellStore(failingClient(status)).dispatch(called('devAppTimeline').initiate(handledByPart({ id: 7 })));
  await ask(404);
  expect(toastStore.get()).toBeNull();
  await ask(500);
  expect(toastStore.get()).not.toBeNull();
});
