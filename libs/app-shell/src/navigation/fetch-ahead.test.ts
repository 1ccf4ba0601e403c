import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createFetchAhead } from './fetch-ahead.ts';
import { forgetRoutes, missingFiles } from './route-files.ts';

const published = globalThis as {
  __reactRouterManifest?: unknown;
  __reactRouterRouteModules?: Record<string, unknown>;
};
const load = jest.fn<(file: string) => Promise<unknown>>();
const onPage = jest.fn<(page: URL) => void>();
const onFiles = jest.fn();
const fetched = jest.fn<typeof fetch>();
let page = 0;
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  forgetRoutes();
  page += 1;
  published.__reactRouterRouteModules = { root: {}, home: {} };
  published.__reactRouterManifest = {
    routes: {
      root: { id: 'root', path: '', module: '/root.js' },
      home: { id: 'home', parentId: 'root', index: true, module: '/home.js' },
      words: { id: 'words', parentId: 'root', module: `/words-${page}.js`, imports: ['/shared.js'] },
      detail: {
        id: 'detail',
        parentId: 'words',
        path: 'store/:id',
        module: `/detail-${page}.js`,
        imports: [`/part-${page}.js`],
        css: [`/frame-${page}.css#`, `/detail-${page}.css#`],
      },
    },
  };
  load.mockReset().mockResolvedValue({});
  onPage.mockReset();
  onFiles.mockReset();
  globalThis.fetch = fetched.mockReset().mockResolvedValue({ blob: () => Promise.resolve() } as never);
  document.body.innerHTML = `
    <a id="app" href="/store/7?from=1.2"><b id="name">App</b></a>
    <a id="here" href="/">Home</a>
    <a id="file" href="/store/7" download>File</a>
    <a id="tab" href="/store/7" target="_blank">Tab</a>
    <a id="foreign" href="https://elsewhere.example/store/7">Elsewhere</a>`;
  ({ stop } = createFetchAhead({ onPage, onFiles, load }));
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'connection');
  jest.useRealTimers();
  document.head.replaceChildren();
  delete published.__reactRouterManifest;
  delete published.__reactRouterRouteModules;
});

const send = (id: string, type: string) =>
  document.getElementById(id)?.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
const links = () =>
  [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);

test('a pressed link: its modules, their imports and its styles are requested together, once', async () => {
  const sent = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: `/frame-${page}.css#`,
  });
  sent.disabled = true;
  document.body.append(sent);
  send('name', 'pointerdown');
  expect(links()).toEqual([
    `modulepreload /words-${page}.js`,
    'modulepreload /shared.js',
    `modulepreload /detail-${page}.js`,
    `modulepreload /part-${page}.js`,
    `preload /detail-${page}.css`,
  ]);
  expect(onFiles).toHaveBeenCalledTimes(1);
  expect(onPage.mock.calls.map(([url]) => url.pathname + url.search)).toEqual(['/store/7?from=1.2']);
  await jest.advanceTimersByTimeAsync(0);
  expect(load.mock.calls.map(([file]) => file)).toEqual([`/words-${page}.js`, `/detail-${page}.js`]);
  expect(missingFiles('/store/7')).toEqual([]);
  send('app', 'pointerdown');
  await jest.advanceTimersByTimeAsync(0);
  expect(links()).toHaveLength(5);
  expect(load).toHaveBeenCalledTimes(2);
});

test.each(['pointerover', 'focusin'])('%s: fetched if it rests on the link, not in passing', async (type) => {
  send('app', type);
  await jest.advanceTimersByTimeAsync(60);
  send('here', type);
  await jest.advanceTimersByTimeAsync(1000);
  expect([links(), onPage.mock.calls]).toEqual([[], []]);
  send('app', type);
  await jest.advanceTimersByTimeAsync(65);
  expect(onPage).toHaveBeenCalledTimes(1);
});

test.each(['here', 'file', 'tab', 'foreign'])('nothing is fetched for the link %s', async (id) => {
  send(id, 'pointerdown');
  await jest.advanceTimersByTimeAsync(1000);
  expect([links(), onPage.mock.calls]).toEqual([[], []]);
});

test.each([{ saveData: true }, { effectiveType: '3g' }, { effectiveType: 'slow-2g' }])(
  'nothing is fetched ahead with %j',
  async (connection) => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
    send('app', 'pointerdown');
    send('app', 'pointerover');
    await jest.advanceTimersByTimeAsync(1000);
    expect([links(), onPage.mock.calls]).toEqual([[], []]);
  },
);

test('a file that did not come is left to the navigation, which requests it again', async () => {
  load.mockRejectedValue(new TypeError('Failed to fetch'));
  send('app', 'pointerdown');
  await jest.advanceTimersByTimeAsync(0);
  expect(missingFiles('/store/7')).toEqual([`/words-${page}.js`, `/detail-${page}.js`]);
});

describe('the page behind the entries of a list', () => {
  const list = (entries: number) => {
    document.body.innerHTML = `<nav>${'<a href="/store/1">App</a>'.repeat(9)}</nav>
      <main><a href="/">Home</a>${Array.from({ length: entries }, (_, at) => `<a id="entry" href="/store/${at}">App</a>`).join('')}</main>`;
    window.dispatchEvent(new Event('app-hydrated'));
  };

  test('its files, not its data, are requested when the started application is idle', async () => {
    list(4);
    expect(links()).toEqual([]);
    await jest.advanceTimersByTimeAsync(100);
    expect(links()).toContain(`modulepreload /detail-${page}.js`);
    // A style sheet that is preloaded and not used is a warning in the console.
    expect(links().join()).not.toContain('.css');
    expect(fetched).toHaveBeenCalledWith(`/detail-${page}.css`, { priority: 'low' });
    expect([load.mock.calls, onPage.mock.calls, onFiles.mock.calls]).toEqual([[], [], [[]]]);
    // The entry is pressed: what came is not requested again.
    send('entry', 'pointerdown');
    expect(links().join()).not.toContain('.css');
  });

  test.each<[string, () => void]>([
    ['three links', () => list(3)],
    [
      'a visitor who saves data',
      () => {
        Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
        list(9);
      },
    ],
    [
      'an application that ended meanwhile',
      () => {
        list(9);
        stop();
      },
    ],
  ])('nothing is requested for %s', async (_, arrive) => {
    arrive();
    await jest.advanceTimersByTimeAsync(100);
    expect([links(), onFiles.mock.calls]).toEqual([[], []]);
  });
});

test('after stop, a link fetches nothing', async () => {
  send('app', 'pointerover');
  stop();
  send('app', 'pointerdown');
  await jest.advanceTimersByTimeAsync(1000);
  expect([links(), onPage.mock.calls]).toEqual([[], []]);
});
