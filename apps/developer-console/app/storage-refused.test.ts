import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { localDraft } from '@yunduo/app-shell/drafts';
import { departures } from '@yunduo/app-shell/testing';
import { readDraft } from '@yunduo/app-shell/read-draft';
import { browserStorage, SIGN_IN_REASON, tabStorage } from '@yunduo/session';
import { breakCookies, breakStorage, storageFailures } from '@yunduo/session/testing';
import { landingLoader } from '../prerender/landing-loader.ts';
import { clientLoader } from './features/elsewhere/route.tsx';
import { StoredDraft } from '@yunduo/app-shell/draft-state';
import { HEAD_SCRIPT } from './shell/head-script.ts';

// Stored data of the developer center in a browser that refuses storage: the page continues in memory.

let restores: (() => void)[] = [];
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const restore of restores.reverse()) restore();
  restores = [];
  for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys()) storage.remove(key);
});

/** Runs the landing page's head script; its listeners are removed after the test. */
function openLanding(): string[] {
  const loaded: string[] = [];
  const add = window.addEventListener.bind(window);
  window.addEventListener = ((type: string, listener: EventListener, options: AddEventListenerOptions) => {
    add(type, listener, options);
    restores.push(() => window.removeEventListener(type, listener, options));
  }) as typeof window.addEventListener;
  restores.push(() => void Reflect.deleteProperty(window, 'addEventListener'));
  const script = document.createElement('script');
  Object.assign(script.dataset, { boot: '/boot.js', files: '/a.js' });
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  landingLoader((url) => {
    loaded.push(url);
    return Promise.resolve();
  });
  return loaded;
}

function chooseTheme(): void {
  document.body.innerHTML = '<select><option>system</option><option>dark</option></select>';
  const select = document.querySelector('select') as HTMLSelectElement;
  select.value = 'dark';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  document.body.replaceChildren();
}

describe.each(storageFailures)('with failing storage: %s (%j)', (how, areas) => {
  beforeEach(() => void restores.push(breakStorage(how, areas)));

  test('a form draft is restored within the page and removed after submit', () => {
    localDraft('join').save({ name: 'typed' });
    expect(readDraft('join', { name: '' })).toEqual({ name: 'typed' });
    localDraft('join').remove();
    expect(readDraft('join', { name: '' })).toEqual({ name: '' });
  });

  test('a listing draft is restored within the page', () => {
    const base = { name: 'Keel' };
    const edit = {
      content: { name: 'Keel Two' },
      base,
      revision: 3,
      dirty: ['name' as const],
      conflicts: [],
    };
    const first = new StoredDraft<typeof base>('typed:app:7');
    first.restore(base, 3);
    first.save(edit);
    expect(new StoredDraft<typeof base>('typed:app:7').restore(base, 3)).toMatchObject({
      content: { name: 'Keel Two' },
      dirty: ['name'],
    });
  });

  test('an anonymous visitor is sent to sign-in with the reason', async () => {
    const left = departures();
    const request = new Request('http://localhost/login?from=%2Fdeveloper-center%2Fapplications');
    const visit = clientLoader({ request } as Parameters<typeof clientLoader>[0]);
    await expect(Promise.race([visit, Promise.resolve('leaving')])).resolves.toBe('leaving');
    expect(tabStorage.get(SIGN_IN_REASON)).toBe('login_first');
    expect(left).toEqual([['assign', '/login?from=%2Fdeveloper-center%2Fapplications']]);
  });

  test('the landing page applies a chosen theme and loads the application on interaction', () => {
    const loaded = openLanding();
    chooseTheme();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    window.dispatchEvent(new Event('pointerdown'));
    expect(loaded).toEqual(['/boot.js']);
    delete document.documentElement.dataset['theme'];
  });
});

test.each(['they are off', 'they throw'] as const)('the head scripts run with failing cookies: %s', (how) => {
  restores.push(breakCookies(how));
  const loaded = openLanding();
  chooseTheme();
  window.dispatchEvent(new Event('keydown'));
  expect(loaded).toEqual(['/boot.js']);
  // The script text from the page, run as in a browser.
  expect(() => window.eval(HEAD_SCRIPT)).not.toThrow();
  delete document.documentElement.dataset['theme'];
});
