import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { departures } from '@yunduo/app-shell/testing';
import { intentLoader } from './intent-loader.ts';

const load = jest.fn<(url: string) => Promise<unknown>>();
const BOOT = '/boot/abc.js?page=%2F';
let listeners: [string, EventListenerOrEventListenerObject, unknown][] = [];
const addListener = window.addEventListener.bind(window);
const { fetch } = globalThis;
/** The prefetched files, with the function that settles each request. */
const ahead = new Map<string, (answer: { ok: boolean }) => void>();

// The loader's listeners live as long as its page; here a page is a test.
beforeEach(() => {
  jest.useFakeTimers();
  load.mockReset().mockResolvedValue(undefined);
  listeners = [];
  ahead.clear();
  globalThis.fetch = ((url: string) =>
    new Promise((resolve) => {
      ahead.set(url, ({ ok }) => resolve({ ok, blob: async () => new Blob(['1']) } as Response));
    })) as typeof fetch;
  window.addEventListener = ((type: string, listener: EventListener, options: unknown) => {
    listeners.push([type, listener, options]);
    addListener(type, listener, options as AddEventListenerOptions);
  }) as typeof window.addEventListener;
});
afterEach(() => {
  for (const [type, listener, options] of listeners) {
    window.removeEventListener(type, listener, options as EventListenerOptions);
  }
  window.addEventListener = addListener;
  globalThis.fetch = fetch;
  jest.useRealTimers();
  document.body.innerHTML = '';
  document.head.innerHTML = '';
  for (const name of ['signed_in', 'theme', 'ad']) document.cookie = `${name}=; Max-Age=0`;
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['data-theme', 'data-signed-in', 'data-ad'])
    document.documentElement.removeAttribute(name);
  delete globalThis.__newBuild;
});

function open(
  body: string,
  data: Record<string, string> = { build: 'b1', boot: BOOT, prefetch: '/assets/a.js' },
) {
  document.body.innerHTML = body;
  const script = document.createElement('script');
  Object.assign(script.dataset, data);
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  intentLoader(load);
}
const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
const fire = (selector: string, type: string) =>
  find(selector).dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
/** `controlNow`: the control in place of an earlier one. */
const hydrate = (controlNow = (control: Element): Element | null => (control.isConnected ? control : null)) =>
  window.dispatchEvent(new CustomEvent('app-hydrated', { detail: controlNow }));

describe('prerendered by the browser', () => {
  const prerender = (value: boolean) =>
    Object.defineProperty(document, 'prerendering', { configurable: true, value });
  const activate = () => {
    prerender(false);
    document.dispatchEvent(new Event('prerenderingchange'));
  };
  const everything = {
    build: 'b1',
    boot: BOOT,
    prefetch: '/assets/a.js',
    eager: '',
    widget: 'page',
    timed: '',
  };
  afterEach(() => void Reflect.deleteProperty(document, 'prerendering'));

  test('requests and starts nothing, for signed-in visitors too, until the visitor opens the page', async () => {
    document.cookie = 'signed_in=1';
    prerender(true);
    open('<button>Save</button>', everything);
    window.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(700_000);
    expect(load).not.toHaveBeenCalled();
    expect(prefetched()).toEqual([]);
    expect(document.querySelector('link')).toBeNull();
    activate();
    expect(load.mock.calls).toEqual([[BOOT]]);
  });

  test('fetches ahead and asks for new builds from the moment it is opened', async () => {
    prerender(true);
    open('');
    window.dispatchEvent(new Event('load'));
    activate();
    expect(prefetched()).toEqual([]);
    await jest.advanceTimersByTimeAsync(3_100);
    expect(prefetched()).toEqual([BOOT, '/assets/a.js']);
    expect(load).not.toHaveBeenCalled();
  });
});

test('closes a menu on Escape or an outside press, without the application', () => {
  open('<header><details data-over=""><summary>Menu</summary></details><nav></nav></header><p>text</p>', {});
  const menu = find('details') as HTMLDetailsElement;
  menu.open = true;
  fire('nav', 'pointerdown');
  expect(menu.open).toBe(true);
  fire('p', 'pointerdown');
  expect(menu.open).toBe(false);
  menu.open = true;
  find('p').dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  expect(menu.open).toBe(true);
  find('p').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(menu.open).toBe(false);
  expect(document.activeElement).toBe(find('summary'));
});

test('closes a menu when the focus moves elsewhere, but not on the way to its links', () => {
  open(
    '<header><details data-over=""><summary>Menu</summary></details><nav><a id="entry" href="/">1</a></nav><a id="tool" href="/">tool</a></header><a id="page" href="/">text</a>',
    {},
  );
  const menu = find('details') as HTMLDetailsElement;
  for (const left of ['#tool', '#page']) {
    menu.open = true;
    find('summary').focus();
    find('#entry').focus();
    expect(menu.open).toBe(true);
    find(left).focus();
    expect(menu.open).toBe(false);
    expect(document.activeElement).toBe(find(left));
  }
});

test('an Escape that ends an IME composition keeps the menu open', () => {
  open('<header><details data-over=""><summary>Menu</summary></details></header><input>', {});
  const menu = find('details') as HTMLDetailsElement;
  menu.open = true;
  const composing = { key: 'Escape', bubbles: true, isComposing: true };
  find('input').dispatchEvent(new KeyboardEvent('keydown', composing));
  expect(menu.open).toBe(true);
});

test.each(['pointerdown', 'keydown', 'focusin', 'input', 'change'])(
  'loads the application once on the first %s',
  (type) => {
    open('<p>text</p>');
    expect(load).not.toHaveBeenCalled();
    fire('p', type);
    fire('p', type);
    expect(load.mock.calls).toEqual([[BOOT]]);
  },
);

test.each([
  ['a link', '<a id="x" href="/store">store</a>'],
  ['a summary', '<details><summary id="x">menu</summary></details>'],
  ['a search form', '<form method="get"><input id="x" name="q"></form>'],
  ['a popover button', '<button id="x" popovertarget="p">menu</button>'],
])('leaves what works without scripts to the browser: %s', (_name, body) => {
  open(body);
  for (const type of ['pointerover', 'pointerdown', 'keydown', 'focusin']) fire('#x', type);
  expect(fire('#x', 'click')).toBe(true);
  expect(load).not.toHaveBeenCalled();
});

const PICTURE = '<a id="x" href="#whole" data-scripted><img id="y" alt="List"></a>';

test.each(['pointerover', 'pointerdown', 'keydown', 'focusin'])(
  'a %s on a picture link loads the application',
  (type) => {
    open(PICTURE);
    fire('#y', type);
    expect(load.mock.calls).toEqual([[BOOT]]);
  },
);

test('replays the first click on a picture after hydration', () => {
  open(PICTURE);
  const pressed = jest.fn((event: Event) => event.preventDefault());
  find('#x').addEventListener('click', pressed);
  find('#y').click();
  expect(pressed).not.toHaveBeenCalled();
  expect(location.hash).toBe('');
  expect(load).toHaveBeenCalledTimes(1);
  hydrate();
  expect(pressed).toHaveBeenCalledTimes(1);
});

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'leaves a click on a picture with %s to the browser',
  (key) => {
    open(PICTURE);
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true });
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    const seen = jest.fn();
    find('#x').addEventListener('click', seen);
    find('#y').dispatchEvent(press);
    expect(seen).toHaveBeenCalledTimes(1);
    hydrate();
    expect(seen).toHaveBeenCalledTimes(1);
  },
);

test('replays a type="button" click inside a GET form', () => {
  open(
    '<form method="get"><button id="clear" type="button">clear</button><button id="send">find</button></form>',
  );
  const pressed = jest.fn((event: Event) => event.preventDefault());
  for (const id of ['#clear', '#send']) find(id).addEventListener('click', pressed);
  fire('#send', 'click');
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(load).not.toHaveBeenCalled();
  fire('#clear', 'click');
  expect(pressed).toHaveBeenCalledTimes(1);
  hydrate();
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a change in an auto-submit select loads the application without submitting', () => {
  open(
    '<form method="get" data-auto-submit><select id="x"><option>a</option><option>b</option></select></form>',
  );
  const sent = jest.fn((event: Event) => event.preventDefault());
  document.addEventListener('submit', sent);
  find('#x').focus();
  expect(load).toHaveBeenCalledTimes(1);
  (find('#x') as HTMLSelectElement).selectedIndex = 1;
  fire('#x', 'change');
  expect(sent).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(find('#x'));
  document.removeEventListener('submit', sent);
});

test('a change of an auto-submit checkbox loads the application', () => {
  open('<form method="get" data-auto-submit><label>x<input id="x" type="checkbox"></label></form>');
  fire('#x', 'change');
  expect(load).toHaveBeenCalledTimes(1);
});

test.each([
  '<button>copy</button>',
  '<i role="button">copy</i>',
  '<input>',
  '<select></select>',
  '<textarea></textarea>',
  '<label>name</label>',
])('hovering a control loads the application: %s', (control) => {
  open(`<p>text</p><div>${control}</div>`);
  fire('p', 'pointerover');
  expect(load).not.toHaveBeenCalled();
  fire('div > *', 'pointerover');
  expect(load).toHaveBeenCalledTimes(1);
});

test('replays a click made before hydration once', () => {
  open('<button><i>copy</i></button>');
  const pressed = jest.fn();
  find('button').addEventListener('click', pressed);
  fire('i', 'click');
  fire('i', 'click');
  expect(pressed).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledTimes(1);
  hydrate();
  expect(pressed).toHaveBeenCalledTimes(1);
  fire('i', 'click');
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('replays a submit made before hydration, except for a GET form', () => {
  open('<form id="mail"><input name="email" value="a@b.c"></form><form id="search" method="get"></form>');
  const sent = jest.fn((event: Event) => event.preventDefault());
  document.addEventListener('submit', sent);
  expect(fire('#mail', 'submit')).toBe(false);
  expect(sent).not.toHaveBeenCalled();
  fire('#search', 'submit');
  expect(sent).toHaveBeenCalledTimes(1);
  hydrate();
  expect(sent).toHaveBeenCalledTimes(2);
  document.removeEventListener('submit', sent);
});

test('replays a submit with the button that was pressed', () => {
  open('<form><button name="way" value="a">A</button><button id="b" name="way" value="b">B</button></form>');
  const sent = jest.fn((event: SubmitEvent) => void event.preventDefault());
  find('form').dispatchEvent(
    new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: find('#b') }),
  );
  find('form').addEventListener('submit', sent);
  hydrate();
  expect(sent.mock.calls.map(([{ submitter }]) => submitter)).toEqual([find('#b')]);
});

test('replays the button of a form without a method', () => {
  open('<form action="/auth"><input type="radio" name="plan"><button type="button">Buy</button></form>');
  fire('input', 'pointerdown');
  expect(load).toHaveBeenCalledTimes(1);
  const pressed = jest.fn();
  find('button').addEventListener('click', pressed);
  expect(fire('button', 'click')).toBe(false);
  expect(pressed).not.toHaveBeenCalled();
  hydrate();
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('does not replay a click on a removed control', () => {
  open('<button>old</button>');
  const pressed = jest.fn();
  const button = find('button');
  button.addEventListener('click', pressed);
  fire('button', 'click');
  button.remove();
  hydrate();
  expect(pressed).not.toHaveBeenCalled();
});

test('replays a click on the control that React has put in its place', () => {
  open('<button>old</button>');
  fire('button', 'click');
  find('button').replaceWith(document.createElement('button'));
  const pressed = jest.fn();
  find('button').addEventListener('click', pressed);
  hydrate(() => find('button'));
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('loads the application at once with the signed-in cookie', () => {
  document.cookie = 'signed_in=1';
  open('');
  expect(load).toHaveBeenCalledTimes(1);
  expect(document.documentElement.dataset['signedIn']).toBe('');
});

test('sets theme and sign-in hint on self-starting pages too', () => {
  document.cookie = 'theme=dark';
  document.cookie = 'signed_in=1';
  open('', { build: 'b1' });
  expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', signedIn: '' });
  expect(load).not.toHaveBeenCalled();
});

test('ignores an unknown theme', () => {
  document.cookie = 'theme="><img>';
  open('');
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test('loads the application only after the document is complete', () => {
  let state: DocumentReadyState = 'loading';
  Object.defineProperty(document, 'readyState', { configurable: true, get: () => state });
  open('<p>text</p>');
  fire('p', 'pointerdown');
  expect(load).not.toHaveBeenCalled();
  expect(document.querySelectorAll('link[rel=modulepreload]')).toHaveLength(2);
  state = 'complete';
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(load).toHaveBeenCalledTimes(1);
});

test('attaches declarative shadow roots in browsers without support', () => {
  open('');
  document.body.innerHTML = '<div id="host"></div>';
  const template = document.createElement('template');
  template.setAttribute('shadowrootmode', 'open');
  template.innerHTML = '<p>Declared</p>';
  find('#host').append(template);
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  expect(find('#host').shadowRoot?.innerHTML).toBe('<p>Declared</p>');
  expect(find('#host').childElementCount).toBe(0);
  expect(load).not.toHaveBeenCalled();
});

const prefetched = () => [...ahead.keys()];

test('a page without an idle period fetches ahead after a second, at the latest', () => {
  window.requestIdleCallback = (run, { timeout = 99_000 } = {}) => Number(setTimeout(run, timeout));
  open('');
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(3_900);
  expect(prefetched()).toEqual([]);
  jest.advanceTimersByTime(100);
  Reflect.deleteProperty(window, 'requestIdleCallback');
  expect(prefetched()).toEqual([BOOT, '/assets/a.js']);
});

test('a page that appears below a resting pointer fetches ahead only once the pointer moves', () => {
  open('');
  window.dispatchEvent(new Event('load'));
  const move = (movement: object) => window.dispatchEvent(Object.assign(new Event('pointermove'), movement));
  move({ movementX: 0, movementY: 0 });
  jest.advanceTimersByTime(2_000);
  expect(prefetched()).toEqual([]);
  move({ movementX: 0, movementY: 1 });
  jest.advanceTimersByTime(100);
  expect(prefetched()).toEqual([BOOT, '/assets/a.js']);
});

test.each(['pointermove', 'scroll'])(
  'prefetches the entry without running it on the first %s after load',
  (sign) => {
    open('');
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(2_000);
    expect(prefetched()).toEqual([]);
    window.dispatchEvent(new Event(sign));
    window.dispatchEvent(new Event(sign));
    jest.advanceTimersByTime(5_000);
    expect(prefetched()).toEqual([BOOT, '/assets/a.js']);
    expect(load).not.toHaveBeenCalled();
  },
);

test('prefetches the entry after three idle seconds', () => {
  open('');
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(2_999);
  expect(prefetched()).toEqual([]);
  jest.advanceTimersByTime(101);
  expect(prefetched()).toEqual([BOOT, '/assets/a.js']);
});

test('prefetches five files for a visitor who does not move, and the others once at the first sign', () => {
  const names = ['a', 'b', 'c', 'd', 'libraries', 'route'].map((name) => `/assets/${name}.js`);
  open('', { build: 'b1', boot: BOOT, prefetch: names.join(' ') });
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(60_000);
  expect(prefetched()).toEqual([BOOT, ...names.slice(0, 4)]);
  ahead.clear();
  window.dispatchEvent(new Event('scroll'));
  window.dispatchEvent(new Event('scroll'));
  jest.advanceTimersByTime(5_000);
  expect(prefetched()).toEqual(names.slice(4));
});

test('adds modulepreload links only for prefetched files that succeeded', async () => {
  open('');
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(3_100);
  const compiled = () =>
    [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));
  expect(compiled()).toEqual([]);
  ahead.get('/assets/a.js')?.({ ok: true });
  // The boot file failed to load: a failed module stays failed, so it is not imported.
  ahead.get(BOOT)?.({ ok: false });
  await jest.advanceTimersByTimeAsync(0);
  expect(compiled()).toEqual(['/assets/a.js']);
  expect(load).not.toHaveBeenCalled();
});

test('prefetches by fetch, not by prefetch links', () => {
  open('');
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(3_100);
  expect(prefetched()).toEqual([BOOT, '/assets/a.js']);
  expect(document.querySelectorAll('link')).toHaveLength(0);
});

test.each([
  ['with Save-Data', { saveData: true, effectiveType: '4g' }],
  ['on a slow connection', { saveData: false, effectiveType: '3g' }],
])('prefetches nothing %s', (_, connection) => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  open('');
  window.dispatchEvent(new Event('load'));
  window.dispatchEvent(new Event('pointermove'));
  jest.advanceTimersByTime(10_000);
  expect(document.querySelector('link')).toBeNull();
  expect(prefetched()).toEqual([]);
  Object.defineProperty(navigator, 'connection', { configurable: true, value: undefined });
});

describe('sign-in in another tab', () => {
  const tell = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }));

  test('loads the application on a storage event once idle', () => {
    open('');
    window.dispatchEvent(new Event('load'));
    expect(listeners.map(([type]) => type)).not.toContain('storage');
    jest.advanceTimersByTime(3_100);
    tell('theme');
    expect(load).not.toHaveBeenCalled();
    tell('token');
    expect(load.mock.calls).toEqual([[BOOT]]);
  });

  test('loads the application in a background tab without idle callbacks', () => {
    window.requestIdleCallback = () => 0;
    open('');
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(3_000);
    Reflect.deleteProperty(window, 'requestIdleCallback');
    tell('token');
    expect(load.mock.calls).toEqual([[BOOT]]);
  });

  test('is detected by the cookie shortly after listening starts', () => {
    open('');
    window.dispatchEvent(new Event('load'));
    window.dispatchEvent(new Event('pointermove'));
    jest.advanceTimersByTime(100);
    document.cookie = 'signed_in=1';
    expect(load).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(load.mock.calls).toEqual([[BOOT]]);
  });

  test('is detected when the tab becomes visible', () => {
    open('');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(load).not.toHaveBeenCalled();
    document.cookie = 'signed_in=1';
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(load.mock.calls).toEqual([[BOOT]]);
  });
});

test('polls for a new build every ten minutes and loads the application when there is one', async () => {
  const answers = ['b1', 'b2'];
  const requests: string[] = [];
  const { fetch: ahead } = globalThis;
  globalThis.fetch = (async (url: string) => {
    if (!url.startsWith('/builds/')) return ahead(url);
    requests.push(url);
    return new Response(JSON.stringify({ id: answers.shift() }));
  }) as typeof fetch;
  open('');
  window.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(599_999);
  expect(requests).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(requests[0]).toMatch(/^\/builds\/latest\.json\?t=\d+$/);
  expect(load).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(1);
  expect(globalThis.__newBuild).toBe('b2');
  hydrate();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(requests).toHaveLength(2);
});

test('asks for a new build only while the page is shown, and ignores an answer without one', async () => {
  const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const answers: (object | Error)[] = [{}, new Error('offline'), { id: 'b2' }];
  let requests = 0;
  const { fetch: ahead } = globalThis;
  globalThis.fetch = (async (url: string) => {
    if (!url.startsWith('/builds/')) return ahead(url);
    requests += 1;
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer));
  }) as typeof fetch;
  open('');
  window.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(600_000);
  expect(requests).toBe(0);
  seen.mockReturnValue('visible');
  await jest.advanceTimersByTimeAsync(1_200_000);
  expect([requests, load.mock.calls.length, globalThis.__newBuild]).toEqual([2, 0, undefined]);
  await jest.advanceTimersByTimeAsync(600_000);
  expect([requests, load.mock.calls.length, globalThis.__newBuild]).toEqual([3, 1, 'b2']);
  seen.mockRestore();
});

test('loads the application when the page comes back from the history with its state', () => {
  open('');
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(load).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(load.mock.calls).toEqual([[BOOT]]);
});

test('a framed widget loads the application once the page is idle', async () => {
  open('', { build: 'b1', boot: BOOT, widget: 'frame' });
  window.dispatchEvent(new Event('load'));
  expect(load).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(3000);
  expect(load).toHaveBeenCalledTimes(1);
});

test('inserts nothing without a widget; an in-page widget loads the application at load', () => {
  open('');
  window.dispatchEvent(new Event('load'));
  expect(document.querySelector('iframe')).toBeNull();
  open('', { build: 'b1', boot: BOOT, widget: 'page' });
  window.dispatchEvent(new Event('load'));
  expect(document.querySelector('iframe')).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'mac'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'linux'],
  // The client does not run on these, although their user agents say Linux or Mac.
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8)', undefined],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', undefined],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X)', undefined],
])('detects the visitor’s system: %s is %s', (agent, system) => {
  const saying = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  delete document.documentElement.dataset['system'];
  open('<p>text</p>', {});
  expect(document.documentElement.dataset['system']).toBe(system);
  saying.mockRestore();
});

test('stores the chosen language in a cookie without the application', () => {
  open('<a hreflang="en" href="/en">English</a>');
  find('a').addEventListener('click', (event) => event.preventDefault());
  fire('a', 'click');
  expect(document.cookie).toContain('locale=en');
  expect(load).not.toHaveBeenCalled();
  document.cookie = 'locale=; Max-Age=0';
});

test('the language link keeps the whole query and hash', () => {
  const before = location.href;
  history.replaceState(null, '', '/subscribe?do=confirm&token=secret#top');
  open('<a hreflang="en" href="/en/subscribe?do=confirm">English</a>');
  find('a').addEventListener('click', (event) => event.preventDefault());
  fire('a', 'click');
  expect(find('a').getAttribute('href')).toMatch(/\/en\/subscribe\?do=confirm&token=secret#top$/);
  document.cookie = 'locale=; Max-Age=0';
  history.replaceState(null, '', before);
});

test('retries a failed hydration entry on the next interaction', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  load.mockRejectedValueOnce(new Error('gone'));
  open('<p>text</p>');
  fire('p', 'pointerdown');
  await jest.advanceTimersByTimeAsync(0);
  fire('p', 'pointerdown');
  expect(load).toHaveBeenCalledTimes(2);
  online.mockRestore();
});

test('reports a lost network for a click whose hydration entry failed, and does not replay it', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  load.mockRejectedValueOnce(new Error('gone'));
  const reported = jest.fn();
  addEventListener('network-lost', reported);
  open('<button>copy</button>');
  const pressed = jest.fn();
  find('button').addEventListener('click', pressed);
  fire('button', 'pointerover');
  await jest.advanceTimersByTimeAsync(0);
  expect(reported).not.toHaveBeenCalled();
  load.mockRejectedValueOnce(new Error('gone'));
  fire('button', 'click');
  await jest.advanceTimersByTimeAsync(0);
  expect(reported).toHaveBeenCalledTimes(1);
  online.mockReturnValue(true);
  fire('button', 'pointerdown');
  hydrate();
  expect(pressed).not.toHaveBeenCalled();
  removeEventListener('network-lost', reported);
  online.mockRestore();
});

test('an eager page whose hydration entry failed says why it stays empty', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reported = jest.fn();
  addEventListener('network-lost', reported);
  for (const [shown, times] of [
    [{}, 0],
    [{ eager: '' }, 1],
  ] as const) {
    load.mockRejectedValueOnce(new Error('gone'));
    open('<p>text</p>', { build: 'b1', boot: BOOT, ...shown });
    fire('p', 'pointerdown');
    await jest.advanceTimersByTimeAsync(0);
    expect(reported).toHaveBeenCalledTimes(times);
  }
  removeEventListener('network-lost', reported);
  online.mockRestore();
});

test('hides a dismissed strip but not a new one', () => {
  const { dataset } = document.documentElement;
  open('<p>text</p>', { build: 'b1', boot: BOOT, ad: '7' });
  expect(dataset['ad']).toBeUndefined();
  document.cookie = 'ad=7';
  open('<p>text</p>', { build: 'b1', ad: '7' });
  expect(dataset['ad']).toBe('off');
  delete dataset['ad'];
  open('<p>text</p>', { build: 'b1', boot: BOOT, ad: '8' });
  expect(dataset['ad']).toBeUndefined();
});

test('loads the application if the tab has a draft that the page shows', () => {
  sessionStorage.setItem('scroll-positions', '{}');
  sessionStorage.setItem('typed:report:7', '{}');
  const form = { build: 'b1', boot: BOOT, keeps: 'typed:feedback typed:order:' };
  open('<p>text</p>', form);
  expect(load).not.toHaveBeenCalled();
  sessionStorage.setItem('typed:order:m12:1', '{}');
  open('<p>text</p>');
  expect(load).not.toHaveBeenCalled();
  open('<p>text</p>', form);
  expect(load).toHaveBeenCalledTimes(1);
});

test('loads the application when a shown countdown has to advance', async () => {
  open('<p>text</p>', { build: 'b1', boot: BOOT, timed: '' });
  dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(59_000);
  expect(load).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(load.mock.calls).toEqual([[BOOT]]);
});

test('loads the application at once on an eager page', () => {
  open('', { build: 'b1', boot: BOOT, eager: '' });
  expect(load.mock.calls).toEqual([[BOOT]]);
});

test('stores the intent of a sign-in link in this tab', () => {
  jest.setSystemTime(1_790_000_000_000);
  open('<a id="x" href="#login" data-intent="save:7"><b>sign in</b></a><a id="y" href="#store">store</a>', {
    build: 'b1',
  });
  find('#y').click();
  expect(sessionStorage.length).toBe(0);
  find('#x b').click();
  expect(sessionStorage.getItem('intent')).toBe('1790000000000 save:7');
});

describe('reloads', () => {
  const left = departures();
  const fail = async () => {
    load.mockRejectedValueOnce(new Error('gone'));
    fire('button', 'click');
    await jest.advanceTimersByTimeAsync(0);
  };
  beforeEach(() => void (left.length = 0));

  test('once for the page of the current build if its hydration entry is gone, but never in a loop', async () => {
    const reported = jest.fn();
    addEventListener('network-lost', reported);
    jest.setSystemTime(1_790_000_000_000);
    open('<button>copy</button>');
    await fail();
    expect([left.map(([how]) => how), reported.mock.calls.length]).toEqual([['reload'], 0]);
    jest.setSystemTime(1_790_000_010_000);
    await fail();
    expect([left.length, reported.mock.calls.length]).toEqual([1, 1]);
    jest.setSystemTime(1_790_000_010_001);
    await fail();
    expect([left.length, reported.mock.calls.length]).toEqual([2, 1]);
    removeEventListener('network-lost', reported);
  });

  test('for another address of the history, as long as the application does not run', () => {
    const before = location.href;
    open('');
    const back = () => window.dispatchEvent(new PopStateEvent('popstate'));
    history.replaceState(null, '', '#part');
    back();
    expect(left).toEqual([]);
    history.replaceState(null, '', '?q=1');
    back();
    expect(left.map(([how]) => how)).toEqual(['reload']);
    hydrate();
    back();
    expect(left).toHaveLength(1);
    history.replaceState(null, '', before);
  });
});
