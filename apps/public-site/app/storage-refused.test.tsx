import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Toasts } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { readDraft } from '@yunduo/app-shell/read-draft';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { browserStorage, SIGN_IN_REASON, tabStorage } from '@yunduo/session';
import { breakCookies, breakStorage, storageFailures } from '@yunduo/session/testing';
import { useSignInReason } from './features/login/login-page.tsx';
import { adDismissal } from './shell/ad-strip.tsx';
import { takeIntent } from './shell/intent.ts';
import { intentLoader } from '../server/intent-loader.ts';

// Stored data of the site in a browser that refuses storage: the page continues in memory.

let restores: (() => void)[] = [];
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  for (const restore of restores.reverse()) restore();
  restores = [];
  for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys()) storage.remove(key);
  act(clearMessages);
});

function Reason() {
  useSignInReason();
  return null;
}

/** Runs the head script as a page does; its listeners are removed after the test. */
function open(data: Record<string, string>): string[] {
  const loaded: string[] = [];
  const add = window.addEventListener.bind(window);
  window.addEventListener = ((type: string, listener: EventListener, options: AddEventListenerOptions) => {
    add(type, listener, options);
    restores.push(() => window.removeEventListener(type, listener, options));
  }) as typeof window.addEventListener;
  restores.push(() => void Reflect.deleteProperty(window, 'addEventListener'));
  const script = document.createElement('script');
  Object.assign(script.dataset, data);
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  intentLoader((url) => {
    loaded.push(url);
    return Promise.resolve();
  });
  return loaded;
}

describe.each(storageFailures)('with failing storage: %s (%j)', (how, areas) => {
  beforeEach(() => void restores.push(breakStorage(how, areas)));

  test('a draft is restored within the page and removed after submit', () => {
    const draft = localDraft('feedback');
    draft.save({ title: 'typed' });
    expect(readDraft('feedback', { title: '' })).toEqual({ title: 'typed' });
    draft.remove();
    expect(readDraft('feedback', { title: '' })).toEqual({ title: '' });
  });

  test('an intent is taken once', () => {
    tabStorage.set('intent', `${Date.now()} save:7`);
    expect([takeIntent('save:8'), takeIntent('save:7'), takeIntent('save:7')]).toEqual([false, true, false]);
  });

  test('the sign-in reason is shown once', async () => {
    tabStorage.set(SIGN_IN_REASON, 'login_first');
    render(inShell(<Reason />, { locale: 'en', frame: <Toasts /> }).element);
    expect(await screen.findByText('Please log in first')).toBeTruthy();
    expect(tabStorage.get(SIGN_IN_REASON)).toBeNull();
  });

  test('the head script loads the application on the first interaction and leaves links to the browser', () => {
    document.body.innerHTML = '<a href="#login" data-intent="save:7">sign in</a><button>copy</button>';
    const loaded = open({ build: 'b1', boot: '/boot/a.js', keeps: 'typed:feedback' });
    expect(loaded).toEqual([]);
    const link = document.querySelector('a') as HTMLElement;
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(press);
    expect([press.defaultPrevented, loaded]).toEqual([false, []]);
    document.querySelector('button')?.click();
    expect(loaded).toEqual(['/boot/a.js']);
    document.body.replaceChildren();
  });
});

describe.each(['they are off', 'they throw'] as const)('with failing cookies: %s', (how) => {
  beforeEach(() => void restores.push(breakCookies(how)));

  test('a dismissed strip stays dismissed on this page', () => {
    adDismissal.keep(7);
    expect([adDismissal.holds(7), adDismissal.holds(8)]).toEqual([true, false]);
  });

  test('the head script runs and the language link works', () => {
    document.body.innerHTML = '<a hreflang="en" href="#en">English</a><button>copy</button>';
    const loaded = open({ build: 'b1', boot: '/boot/a.js' });
    document.querySelector('a')?.click();
    document.querySelector('button')?.click();
    expect(loaded).toEqual(['/boot/a.js']);
    document.body.replaceChildren();
  });
});
