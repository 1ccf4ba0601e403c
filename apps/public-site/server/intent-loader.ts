/**
 * Runs in the browser, from the head of every page; the same few hundred bytes everywhere, so that one hash in the
 * policy serves all pages. It is turned into text by `inlineScript`: it may use nothing from outside itself.
 *
 * On every page: the kept theme and the sign-in hint reach `<html>` before the first picture. On those with a boot
 * file: the application starts with the visitor's first move, or at once where the page shows nothing without it; what
 * was clicked until it is hydrated is kept and replayed; a new build is noticed and the help widget appears without it.
 */
export function intentLoader(load: (url: string) => Promise<unknown>): void {
  // Written by the server as attributes of this script, so that its text stays the same.
  const { build, boot, prefetch, eager, keeps, widget, timed, ad } = (
    document.currentScript as HTMLScriptElement
  ).dataset;
  const root = document.documentElement;
  const cookiesNow = () => {
    try {
      return document.cookie.split('; ');
    } catch {
      // A document without an origin has none.
      return [];
    }
  };
  const cookies = cookiesNow();
  // As `libs/session` names them: over TLS no other host can write them.
  const host = location.protocol === 'https:' ? '__Host-' : '';
  const signedInHint = `${host}signed_in=1`;
  const signedIn = cookies.includes(signedInHint);
  for (const theme of ['light', 'dark']) {
    if (cookies.includes(`${host}theme=${theme}`)) root.dataset['theme'] = theme;
  }
  // The strip that this visitor sent away (`ad-strip.tsx`).
  if (ad && cookies.includes(`${host}ad=${ad}`)) root.dataset['ad'] = 'off';
  if (signedIn) root.dataset['signedIn'] = '';
  // Whose computer it is: a page may point at what is for it, and is the same for everybody in the cache.
  const agentNames = (words: string[]) => words.find((word) => navigator.userAgent.includes(word));
  const system = agentNames(['Android', 'iPhone', 'iPad'])
    ? undefined
    : agentNames(['Windows', 'Mac', 'Linux']);
  if (system) root.dataset['system'] = system.toLowerCase();
  // Hydration waits for an input method that is composing (`typed-values.ts`).
  for (const type of ['compositionstart', 'compositionend']) {
    addEventListener(type, () => (globalThis.__composing = type === 'compositionstart'), true);
  }
  // Chrome 109 and Firefox 115 leave a declared shadow root as the template that it came in.
  addEventListener('DOMContentLoaded', () => {
    for (const template of document.querySelectorAll<HTMLTemplateElement>('template[shadowrootmode]')) {
      template.parentElement?.attachShadow({ mode: 'open' }).append(template.content);
      template.remove();
    }
  });
  // The choice of language, and what somebody was about to do who is sent to sign in (`shell/intent.ts`), are kept even
  // where no script but this one runs.
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const intent = link?.dataset['intent'];
    try {
      if (intent) sessionStorage.setItem('intent', `${Date.now()} ${intent}`);
    } catch {
      // Storage is refused: it takes a second press.
    }
    if (link?.hreflang) {
      // The server wrote what makes a page of its own: the token of a mail's link and the like are in the address alone.
      link.search = location.search;
      link.hash = location.hash;
      const secure = host && '; Secure';
      try {
        document.cookie = `${host}locale=${link.hreflang.slice(0, 2)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
      } catch {
        // The address says the language all the same.
      }
    }
  });
  // What lies over the page (`data-over`), the menu of a phone above all: Escape, a press beside it and a focus that
  // leaves it (and would be covered by it) close it.
  for (const type of ['keydown', 'pointerdown', 'focusin'] as const) {
    addEventListener(type, (event) => {
      const { key, isComposing } = event as KeyboardEvent;
      const escape = key === 'Escape' && !isComposing;
      if (type === 'keydown' && !escape) return;
      for (const over of document.querySelectorAll('details[data-over][open]')) {
        const near = type === 'focusin' ? [over, over.nextElementSibling] : [over.parentElement];
        if (!escape && near.some((part) => part?.contains(event.target as Node))) continue;
        over.removeAttribute('open');
        if (escape) over.querySelector('summary')?.focus();
      }
    });
  }
  if (!boot) return;

  // What works without scripts is left to the browser. A form that only shows something without them names no method.
  const native = 'a[href],summary,form[method=get],[popovertarget],[commandfor]';
  // What needs scripts although it is a link or stands in such a form. The link of a picture opens the picture without
  // them (`data-scripted`); a choice that applies itself would take the page, and the focus, away at an arrow key.
  const scripted =
    'a[data-scripted],button[type=button]:not([popovertarget],[commandfor]),form[data-auto-submit] :is(select,input)';
  const controls = 'button,[role=button],a[data-scripted]';
  const address = () => location.pathname + location.search;
  const opened = address();
  const kept = new Set<HTMLElement>();
  let started = false;
  let hydrated = false;

  const isOurs = (target: EventTarget | null): target is Element =>
    target instanceof Element && (!target.closest(native) || !!target.closest(scripted));

  const preload = (href: string) => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.as = 'script';
    link.href = href;
    document.head.append(link);
  };
  // Into the browser's cache, then compiled ahead too: a module that fails to load stays failed, this can be tried again.
  // Not as `rel=prefetch`: Firefox holds that to `default-src`, which allows nothing here, and Safari knows none.
  const fetchAhead = (href: string) =>
    fetch(href, { priority: 'low' })
      .then(async (answer) => {
        await answer.blob();
        if (answer.ok) preload(href);
      })
      .catch(() => undefined);
  const files = [boot, ...(prefetch ? prefetch.split(' ') : [])];

  // A boot file that does not come belongs to a page of an older build: get the new page, but never in a circle.
  const failed = () => {
    started = false;
    try {
      const last = Number(sessionStorage.getItem('reload-guard'));
      if (navigator.onLine && Math.abs(Date.now() - last) > 10000) {
        sessionStorage.setItem('reload-guard', String(Date.now()));
        return location.reload();
      }
    } catch {
      // Without storage there is no telling a circle: the page stays as it is, readable.
    }
    // A press that got no answer is not answered minutes later: it is told, and made again.
    if (kept.size > 0) dispatchEvent(new Event('network-lost'));
    kept.clear();
  };
  const run = () => void load(boot).catch(failed);
  const start = () => {
    if (started) return;
    started = true;
    // All files at once, instead of one generation of imports after the other.
    for (const href of files) preload(href);
    // Hydrating half a document would throw the other half away.
    if (document.readyState !== 'loading') return run();
    document.addEventListener('DOMContentLoaded', run, { once: true });
  };

  const on = (type: string, listener: (event: Event) => void) =>
    addEventListener(type, (event) => hydrated || listener(event), { capture: true, once: type === 'load' });
  // A touch begins as a pointer.
  for (const type of ['pointerdown', 'keydown', 'focusin', 'input', 'change']) {
    on(type, ({ target }) => {
      if (!(target instanceof Element) || isOurs(target)) start();
    });
  }
  on('pointerover', ({ target }) => {
    if (isOurs(target) && target.closest(`${controls},input,select,textarea,label`)) start();
  });
  on('click', (event) => {
    const control = isOurs(event.target) && event.target.closest<HTMLElement>(controls);
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
    // A press that asks for a tab, a window or the file stays the browser's.
    if (control instanceof HTMLAnchorElement && (ctrlKey || metaKey || shiftKey || altKey)) return;
    if (control) keep(event, control);
  });
  on('submit', (event) => {
    const form = event.target as HTMLElement;
    if (isOurs(form)) keep(event, ((event as SubmitEvent).submitter as HTMLElement | null) ?? form);
  });
  const keep = (event: Event, element: HTMLElement) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.add(element);
    start();
  };
  let polling: ReturnType<typeof setInterval> | undefined;
  on('app-hydrated', () => {
    hydrated = true;
    clearInterval(polling);
    for (const element of kept) {
      if (!element.isConnected) continue;
      if (element instanceof HTMLFormElement) element.requestSubmit();
      else element.click();
    }
  });
  on('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) start();
  });
  // Somebody signed in in another tab: this one shows it too, when it is looked at again. A page that stands beside that
  // tab hears of it once it is at rest (below).
  const follow = () => cookiesNow().includes(signedInHint) && start();
  on('visibilitychange', follow);
  // Entries of an earlier visit to this tab: without the application only the address would change.
  on('popstate', () => {
    if (address() !== opened) location.reload();
  });
  on('load', () => {
    // The help widget is the application's. One in a frame waits until the page is at rest (below).
    if (widget === 'page') start();
    // The time that is left runs on for who only looks.
    if (timed !== undefined) setTimeout(start, 60000);
    polling = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      fetch(`/builds/latest.json?t=${Date.now()}`)
        .then((answer) => answer.json())
        // The application tells the visitor; here it only has to be awake.
        .then((latest: { id?: string }) => {
          if (!latest.id || latest.id === build) return;
          globalThis.__newBuild = latest.id;
          start();
        })
        .catch(() => undefined);
    }, 600000);
    // With the first sign of somebody there, or when the page has been at rest for a while: a phone that has just drawn
    // it has better things to do than to receive files for later.
    const ahead = () => {
      clearTimeout(patience);
      for (const type of signs) removeEventListener(type, ahead, true);
      if (started) return;
      if (widget) return start();
      // The first listener opens the storage: a quarter of what this script would take in the head. Another process
      // begins to tell a moment later: what came until then stands in the cookie, which `signIn` writes before the token.
      on('storage', (event) => {
        if ((event as StorageEvent).key === 'token') start();
      });
      setTimeout(follow, 1000);
      // Fetched and compiled ahead, not run. A page in the background may have no idle moment: nothing else waits for one.
      (window.requestIdleCallback ?? setTimeout)(() => {
        const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
        if (started || connection?.saveData) return;
        for (const href of files) void fetchAhead(href);
      });
    };
    const signs = ['pointermove', 'scroll'];
    const patience = setTimeout(ahead, 3000);
    for (const type of signs) addEventListener(type, ahead, { capture: true, passive: true });
  });
  // What this tab keeps for a form of this page (a draft, the wait for a second code) is shown without a touch. Other
  // pages do not look: the first look into a storage waits for another process.
  let atOnce = eager !== undefined || signedIn;
  if (keeps && !atOnce) {
    try {
      const names = Object.keys(sessionStorage);
      atOnce = keeps.split(' ').some((begin) => names.some((name) => name.startsWith(begin)));
    } catch {
      // Storage is refused: nothing is kept.
    }
  }
  if (atOnce) start();
}
