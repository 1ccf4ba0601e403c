import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { landingLoader } from './landing-loader.ts';
import { shapeLanding } from './shape-landing.ts';

const PAGE = [
  '<!DOCTYPE html><html lang="en"><head><title>Landing</title>',
  '<link rel="modulepreload" href="/d/assets/entry-1.js"/><link rel="modulepreload" href="/d/assets/frame-2.js"/>',
  '<script>theme()</script><link rel="stylesheet" href="/d/assets/style-3.css"/></head><body><main class="page"><a href="/d/applications">Apps</a></main>',
  '<script>scrolling()</script><script>window.__reactRouterContext = {};</script>',
  '<script type="module" async="">import "/d/assets/manifest.js"; window.__reactRouterRouteModules = {}; import("/d/assets/entry-1.js");</script>',
  '<!--$--><script>window.__reactRouterContext.streamController.close();</script><!--/$--></body></html>',
].join('');

const STYLES = new Map([['/d/assets/style-3.css', '.page{top:0}.dialog{left:0}']]);
const PARTS = { loader: 'loader()', base: '/d/', styles: STYLES };

test('moves the application into a boot file and keeps the rest of the page', () => {
  const { html, boot } = shapeLanding(PAGE, PARTS);
  expect(html).toBe(
    [
      '<!DOCTYPE html><html lang="en"><head><title>Landing</title><script>theme()</script>',
      '<style>.page{top:0}</style><link rel="stylesheet" href="/d/assets/style-3.css" disabled=""/>',
      `<script data-boot="/d/${boot.name}" data-files="/d/assets/entry-1.js /d/assets/frame-2.js">loader()</script></head>`,
      '<body><main class="page"><a href="/d/applications">Apps</a></main><script>scrolling()</script><script></script>',
      '<script type="module" async=""></script><!--$--><script></script><!--/$--></body></html>',
    ].join(''),
  );
  expect(boot.source.indexOf('__reactRouterContext = {}')).toBeLessThan(boot.source.indexOf('import "/d'));
  expect(boot.source).toContain('streamController.close()');
  expect(boot.name).toMatch(/^assets\/boot-[\w-]{10}\.js$/);
});

test('throws if the page starts no application or a style sheet is missing', () => {
  const withoutModules = PAGE.replaceAll('type="module"', '');
  const withoutFiles = PAGE.replaceAll('modulepreload', 'other');
  for (const page of ['<html><head></head><body></body></html>', withoutModules, withoutFiles])
    expect(() => shapeLanding(page, PARTS)).toThrow(/starts no application/);
  expect(() => shapeLanding(PAGE, { ...PARTS, styles: new Map() })).toThrow(/does not hold: <link/);
});

const load = jest.fn<(url: string) => Promise<unknown>>();
const answers = new Map<string, unknown>();
let added: [string, EventListenerOrEventListenerObject, unknown][] = [];
const addListener = window.addEventListener.bind(window);
const { fetch } = globalThis;
// The loader's listeners live as long as its page; here a page is a test.
beforeEach(() => {
  load.mockReset().mockResolvedValue(undefined);
  answers.clear();
  added = [];
  window.addEventListener = ((type: string, listener: EventListener, options: unknown) => {
    added.push([type, listener, options]);
    addListener(type, listener, options as AddEventListenerOptions);
  }) as typeof window.addEventListener;
  globalThis.fetch = (async (url: string) => ({ json: async () => answers.get(url) })) as typeof fetch;
  document.body.innerHTML =
    '<small data-site-name></small><a data-docs hidden>Docs</a><a href="#x">On</a>' +
    '<select><option>system</option><option>light</option><option>dark</option></select>';
});
afterEach(() => {
  for (const [type, listener, options] of added)
    window.removeEventListener(type, listener, options as EventListenerOptions);
  window.addEventListener = addListener;
  globalThis.fetch = fetch;
  document.head.innerHTML = '';
  delete document.documentElement.dataset.signedIn;
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.hydrated;
  document.documentElement.lang = '';
  localStorage.clear();
});
const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector) as E;

function open(files = '/a.js /b.js'): void {
  const script = document.createElement('script');
  Object.assign(script.dataset, { boot: '/boot.js', files });
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  landingLoader(load);
}

test.each(['pointerdown', 'keydown', 'focusin'])(
  'loads the application with all modulepreload hints once on the first %s',
  (type) => {
    open();
    expect(load).not.toHaveBeenCalled();
    for (let times = 0; times < 2; times += 1)
      find('small').dispatchEvent(new Event(type, { bubbles: true }));
    expect(load.mock.calls).toEqual([['/boot.js']]);
    const hints = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    expect(hints.map((link) => link.getAttribute('href'))).toEqual(['/boot.js', '/a.js', '/b.js']);
  },
);

test('loads the application after the deferred style sheet has loaded or failed', () => {
  for (const outcome of ['load', 'error']) {
    load.mockClear();
    document.head.innerHTML = '<link rel="stylesheet" href="/style.css" disabled>';
    const sheet = document.head.querySelector('link') as HTMLLinkElement;
    open();
    expect(sheet.hasAttribute('disabled')).toBe(true);
    find('small').dispatchEvent(new Event('keydown', { bubbles: true }));
    expect([sheet.hasAttribute('disabled'), load.mock.calls.length]).toEqual([false, 0]);
    sheet.dispatchEvent(new Event(outcome));
    expect(load).toHaveBeenCalledTimes(1);
  }
});

test('prefetches files and styles by fetch after the first move, without running them', () => {
  const requests: [string, RequestInit | undefined][] = [];
  globalThis.fetch = (async (url: string, how?: RequestInit) => {
    requests.push([url, how]);
    return { json: async () => ({ data: {} }), blob: async () => new Blob() };
  }) as typeof fetch;
  let limit: number | undefined;
  window.requestIdleCallback = (run, options) => {
    limit = options?.timeout;
    run({ didTimeout: false, timeRemaining: () => 1 });
    return 0;
  };
  document.head.innerHTML = '<link rel="stylesheet" href="/style.css" disabled>';
  open();
  window.dispatchEvent(new Event('load'));
  for (const sign of ['scroll', 'pointermove']) window.dispatchEvent(new Event(sign));
  Reflect.deleteProperty(window, 'requestIdleCallback');
  // A page that draws nothing may have no idle period.
  expect(limit).toBe(1000);
  const low = { priority: 'low' };
  expect(requests.slice(1)).toEqual([
    ['/boot.js', low],
    ['/a.js', low],
    ['/b.js', low],
    ['http://localhost/style.css', low],
  ]);
  expect(document.querySelectorAll('link')).toHaveLength(1);
  expect(load).not.toHaveBeenCalled();
});

test('waits for the document before the application starts', () => {
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  open();
  find('small').dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(load).not.toHaveBeenCalled();
  state.mockRestore();
  for (let times = 0; times < 2; times += 1) document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(load).toHaveBeenCalledTimes(1);
});

test.each(['a visitor who saves data', 'an application that has started'])(
  'for %s no file is fetched ahead',
  async (who) => {
    // The document of the tests may have its own load event meanwhile.
    const requests = new Set<string>();
    globalThis.fetch = (async (url: string) => {
      requests.add(url);
      return { json: async () => ({ devDocs: 'https://docs.test/', data: {} }) };
    }) as typeof fetch;
    window.requestIdleCallback = (run) => {
      run({ didTimeout: false, timeRemaining: () => 1 });
      return 0;
    };
    const saves = who === 'a visitor who saves data';
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: saves } });
    open('/a.js /developer-center/assets/manifest-b1.js');
    if (!saves) find('small').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    window.dispatchEvent(new Event('load'));
    window.dispatchEvent(new Event('scroll'));
    await new Promise((resolve) => setTimeout(resolve));
    Reflect.deleteProperty(window, 'requestIdleCallback');
    Reflect.deleteProperty(navigator, 'connection');
    expect([...requests]).toEqual(['/developer-center/config.json', '/api/site/info']);
    // React hydrates what the build has rendered.
    expect(find<HTMLAnchorElement>('a[data-docs]').hidden).toBe(!saves);
  },
);

test('loads the application at once for a signed-in user or a sign-in in another tab', () => {
  open();
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(load).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(load).toHaveBeenCalledTimes(1);
  document.documentElement.dataset.signedIn = '';
  open();
  expect(load).toHaveBeenCalledTimes(2);
});

test('loads the application on restore from the back-forward cache', () => {
  open();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(load).not.toHaveBeenCalled();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(load).toHaveBeenCalledTimes(1);
});

test('applies and stores a theme chosen before hydration', () => {
  open();
  const choose = (value: string) => {
    find<HTMLSelectElement>('select').value = value;
    find('select').dispatchEvent(new Event('change', { bubbles: true }));
    return [document.documentElement.dataset.theme, localStorage.getItem('theme'), document.cookie];
  };
  const written = jest.spyOn(document, 'cookie', 'set');
  expect(choose('dark')).toEqual(['dark', 'dark', 'theme=dark']);
  expect(choose('light')).toEqual(['light', 'light', 'theme=light']);
  expect(written).toHaveBeenLastCalledWith('theme=light; Path=/; Max-Age=31536000; SameSite=Lax');
  expect(choose('system')).toEqual([undefined, null, '']);
  expect(written).toHaveBeenLastCalledWith('theme=; Path=/; Max-Age=0; SameSite=Lax');
  written.mockRestore();
  // The application's own switch takes over.
  document.documentElement.dataset.hydrated = '';
  expect(choose('dark')).toEqual([undefined, null, '']);
});

test('stores the language of a clicked language link', () => {
  open();
  const link = find<HTMLAnchorElement>('a[href="#x"]');
  link.click();
  expect(document.cookie).toBe('');
  link.hreflang = 'zh-CN';
  link.click();
  expect(document.cookie).toBe('locale=zh');
  document.cookie = 'locale=; Max-Age=0; Path=/';
});

test.each([
  ['us', 'en', 'https://docs.test/', 'https://docs.test/'],
  ['us', 'en', '/developer-center/document', 'http://localhost/en/developer-center/document'],
  ['zh-cn', 'zh-CN', '/developer-center/document', 'http://localhost/developer-center/document'],
])('takes docs link and site name from the configuration (%s, %s: %s)', async (api, lang, devDocs, href) => {
  document.documentElement.lang = lang;
  answers.set('/developer-center/config.json', { apiBaseUrl: 'https://api.test', devDocs });
  const asked = new Set<unknown>();
  const answer = globalThis.fetch;
  globalThis.fetch = ((url: string, how: RequestInit) => {
    asked.add(new Headers(how.headers).get('lang'));
    return answer(url);
  }) as typeof fetch;
  answers.set('https://api.test/api/site/info', { data: { name: 'Yunduo', widget: null } });
  open();
  const link = find<HTMLAnchorElement>('a[data-docs]');
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  window.dispatchEvent(new Event('load'));
  await settled();
  expect([link.href, link.hidden, find('small').dataset.siteName]).toEqual([href, false, 'Yunduo']);
  expect([...asked]).toEqual([api]);
  expect(load).not.toHaveBeenCalled();
});

test('ignores an invalid docs URL; a help widget loads the application', async () => {
  answers.set('/developer-center/config.json', { devDocs: 'javascript:alert(1)' });
  answers.set('/api/site/info', { data: { name: 'Yunduo', widget: { src: 'https://help.test/' } } });
  open();
  window.dispatchEvent(new Event('load'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(find<HTMLAnchorElement>('a[data-docs]').getAttribute('href')).toBeNull();
  expect(load.mock.calls).toEqual([['/boot.js']]);
});

test('[R1.12] polls for a new build every ten minutes while visible and loads the application', async () => {
  jest.useFakeTimers();
  let visibility: DocumentVisibilityState = 'visible';
  const visible = jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const requests: string[] = [];
  let latest = 'b1';
  let ahead = 0;
  globalThis.fetch = (async (url: string) => {
    if (url.includes('/builds/')) requests.push(url);
    ahead += Number(url === '/a.js');
    return { json: async () => (url.includes('/builds/') ? { id: latest } : { data: {} }) };
  }) as typeof fetch;
  try {
    open('/a.js /developer-center/assets/manifest-b1.js');
    window.dispatchEvent(new Event('load'));
    // A visitor who does not move gets the files after three seconds.
    await jest.advanceTimersByTimeAsync(2_999);
    expect(ahead).toBe(0);
    await jest.advanceTimersByTimeAsync(597_001);
    expect(ahead).toBe(1);
    expect(requests).toEqual([`/developer-center/builds/latest.json?t=${Date.now()}`]);
    expect(load).not.toHaveBeenCalled();
    visibility = 'hidden';
    latest = 'b2';
    await jest.advanceTimersByTimeAsync(600_000);
    expect(requests).toHaveLength(1);
    visibility = 'visible';
    await jest.advanceTimersByTimeAsync(600_000);
    expect(requests).toHaveLength(2);
    expect(load.mock.calls).toEqual([['/boot.js']]);
    expect(globalThis.__newBuild).toBe('b2');
    await jest.advanceTimersByTimeAsync(1_200_000);
    expect(requests).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    globalThis.__newBuild = undefined;
    visible.mockRestore();
    jest.useRealTimers();
  }
});
