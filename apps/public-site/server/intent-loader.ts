declare global {
  interface Document {
    /** True until the visitor opens a page that the browser prerenders; only in Chromium. */
    readonly prerendering?: boolean;
  }
}

/**
 * Runs in the browser, from the head of every page. It has the same few hundred bytes everywhere, so that one CSP hash
 * serves all pages. `inlineScript` turns it into text: it may use nothing from its module.
 *
 * On every page it sets the stored theme and the sign-in hint on `<html>` before the first paint. On pages with a boot
 * file it starts the application at the visitor's first interaction, or at once where the page shows nothing without
 * it; it keeps clicks until hydration and replays them; and it detects a new build and loads the help widget without
 * the application.
 */
export function intentLoader(load: (url: string) => Promise<unknown>): void {
  // The server writes these as attributes of this script, so that its text is constant.
  const { build, boot, prefetch, eager, keeps, widget, timed, ad } = (
    document.currentScript as HTMLScriptElement
  ).dataset;
  const root = document.documentElement;
  const cookiesNow = () => {
    try {
      return document.cookie.split('; ');
    } catch {
      // A document with an opaque origin has no cookies.
      return [];
    }
  };
  const cookies = cookiesNow();
  // Same names as in `libs/session`: over TLS no other host can set them.
  const host = location.protocol === 'https:' ? '__Host-' : '';
  const signedInHint = `${host}signed_in=1`;
  const signedIn = cookies.includes(signedInHint);
  for (const theme of ['light', 'dark']) {
    if (cookies.includes(`${host}theme=${theme}`)) root.dataset['theme'] = theme;
  }
  // The strip that this visitor dismissed (`ad-strip.tsx`).
  if (ad && cookies.includes(`${host}ad=${ad}`)) root.dataset['ad'] = 'off';
  if (signedIn) root.dataset['signedIn'] = '';
  // Operating system of the visitor: pages highlight its download, while the cached page is the same for all visitors.
  const agentNames = (words: string[]) => words.find((word) => navigator.userAgent.includes(word));
  const system = agentNames(['Android', 'iPhone', 'iPad'])
    ? undefined
    : agentNames(['Windows', 'Mac', 'Linux']);
  if (system) root.dataset['system'] = system.toLowerCase();
  // Hydration waits while an input method is composing (`typed-values.ts`).
  for (const type of ['compositionstart', 'compositionend']) {
    addEventListener(type, () => (globalThis.__composing = type === 'compositionstart'), true);
  }
  // Chrome 109 and Firefox 115 do not attach a declarative shadow root: they leave its template.
  addEventListener('DOMContentLoaded', () => {
    for (const template of document.querySelectorAll<HTMLTemplateElement>('template[shadowrootmode]')) {
      template.parentElement?.attachShadow({ mode: 'open' }).append(template.content);
      template.remove();
    }
  });
  // The choice of language and the intent of a visitor who is sent to sign in (`shell/intent.ts`) are stored even where
  // no other script runs.
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const intent = link?.dataset['intent'];
    try {
      if (intent) sessionStorage.setItem('intent', `${Date.now()} ${intent}`);
    } catch {
      // Storage is refused: the visitor has to press again after sign-in.
    }
    if (link?.hreflang) {
      // The server rendered the canonical address: tokens of mail links and the like are in the current address only.
      link.search = location.search;
      link.hash = location.hash;
      const secure = host && '; Secure';
      try {
        document.cookie = `${host}locale=${link.hreflang.slice(0, 2)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
      } catch {
        // Storage is refused: the address still carries the language.
      }
    }
  });
  // Closes overlays (`data-over`), above all the mobile menu, on Escape, on a press outside, and when the focus leaves
  // them for an element that they would cover.
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

  // The browser handles what works without scripts. A form that only shows something without scripts names no method.
  const native = 'a[href],summary,form[method=get],[popovertarget],[commandfor]';
  // Controls that need scripts, although they are links or inside such a form. A picture's link opens the picture
  // without them (`data-scripted`); a select that submits on change would navigate, and lose the focus, at an arrow
  // key.
  const scripted =
    'a[data-scripted],button[type=button]:not([popovertarget],[commandfor]),form[data-auto-submit] :is(select,input)';
  const controls = 'button,[role=button],a[data-scripted]';
  const address = () => location.pathname + location.search;
  const opened = address();
  const stored = new Set<HTMLElement>();
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
  // Into the HTTP cache, then compiled ahead too: a module that fails to load stays failed, while this can be retried.
  // Not `rel=prefetch`: Firefox applies `default-src` to it, which allows nothing here, and Safari does not support it.
  const fetchAhead = (href: string) =>
    fetch(href, { priority: 'low' })
      .then(async (answer) => {
        await answer.blob();
        if (answer.ok) preload(href);
      })
      .catch(() => undefined);
  const files = [boot, ...(prefetch ? prefetch.split(' ') : [])];

  // A missing boot file belongs to a page of an older build: reload for the new page, but never in a loop.
  const failed = () => {
    started = false;
    try {
      const last = Number(sessionStorage.getItem('reload-guard'));
      if (navigator.onLine && Math.abs(Date.now() - last) > 10000) {
        sessionStorage.setItem('reload-guard', String(Date.now()));
        return location.reload();
      }
    } catch {
      // Without storage a reload loop cannot be detected: the page stays as it is, readable.
    }
    // A press without an effect is not replayed minutes later: the visitor is told, and presses again. A page that shows
    // nothing without its scripts would stay empty without a reason.
    if (stored.size > 0 || eager !== undefined) dispatchEvent(new Event('network-lost'));
    stored.clear();
  };
  const run = () => void load(boot).catch(failed);
  const start = () => {
    if (started) return;
    started = true;
    // Loads all files in parallel, instead of one level of imports after the other.
    for (const href of files) preload(href);
    // Hydrating a partial document would discard the rest.
    if (document.readyState !== 'loading') return run();
    document.addEventListener('DOMContentLoaded', run, { once: true });
  };

  const on = (type: string, listener: (event: Event) => void) =>
    addEventListener(type, (event) => hydrated || listener(event), true);
  // A page that the browser prerenders (`speculation.ts`) requests and runs nothing until the visitor opens it.
  const opening = document.prerendering && 'prerenderingchange';
  // A touch also fires `pointerdown`.
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
    // With a modifier key the browser opens a tab or a window, or downloads the file.
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
    stored.add(element);
    start();
  };
  let polling: ReturnType<typeof setInterval> | undefined;
  on('app-hydrated', (event) => {
    hydrated = true;
    clearInterval(polling);
    for (const pressed of stored) {
      const element = (event as CustomEvent<(control: Element) => HTMLElement | null>).detail(pressed);
      if (element instanceof HTMLFormElement) element.requestSubmit();
      else element?.click();
    }
  });
  on('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) start();
  });
  // The visitor signed in in another tab: this tab follows when it becomes visible again. A page visible beside that
  // tab follows through the storage listener, added once the page is idle (below).
  const follow = () => cookiesNow().includes(signedInHint) && start();
  on('visibilitychange', follow);
  // History entries of an earlier visit in this tab: without the application only the address would change.
  on('popstate', () => {
    if (address() !== opened) location.reload();
  });
  on(opening || 'load', () => {
    // The application loads the help widget. A widget in a frame waits until the page is idle (below).
    if (widget === 'page') start();
    // The remaining time must count down for visitors who only read.
    if (timed !== undefined) setTimeout(start, 60000);
    polling = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      fetch(`/builds/latest.json?t=${Date.now()}`)
        .then((answer) => answer.json())
        // The application shows the notice; this script only has to start it.
        .then((latest: { id?: string }) => {
          if (!latest.id || latest.id === build) return;
          globalThis.__newBuild = latest.id;
          start();
        })
        .catch(() => undefined);
    }, 600000);
    const waiting = [...files];
    let moved = false;
    // At the first pointer movement or scroll, or after 3 s: right after the first paint a phone is busy, and these
    // files are for later.
    const ahead = (sign?: Event) => {
      if (sign) {
        // A page that appears below a resting pointer gets a movement of 0 from the browser.
        const { movementX: x, movementY: y } = sign as PointerEvent;
        if (moved || (x === 0 && y === 0)) return;
        moved = true;
      }
      clearTimeout(patience);
      if (started) return;
      if (widget) return start();
      // The first storage listener opens the storage: a quarter of this script's time in the head. Storage events from
      // another process arrive with a delay: changes until then are in the cookie, which `signIn` writes before the
      // token.
      on('storage', (event) => {
        if ((event as StorageEvent).key === 'token') start();
      });
      setTimeout(follow, 1000);
      // Fetched and compiled ahead, not run. A page that draws nothing may have no idle period for long, and a background
      // page none: after 1 s the files are fetched without one, and nothing else waits for it.
      // For a visitor who has not moved only the files before the libraries (docs/decisions/0077).
      const fetchThem = () => {
        const { connection } = navigator as Navigator & {
          connection?: { saveData?: boolean; effectiveType?: string };
        };
        if (started || connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')) return;
        for (const href of waiting.splice(0, sign ? files.length : 5)) void fetchAhead(href);
      };
      const { requestIdleCallback: idle } = window as Partial<Window>;
      if (idle) idle(fetchThem, { timeout: 1000 });
      else setTimeout(fetchThem);
    };
    const patience = setTimeout(ahead, 3000);
    for (const type of ['pointermove', 'scroll'])
      addEventListener(type, ahead, { capture: true, passive: true });
  });
  // Data that this tab stores for a form of this page (a draft, the wait for a second code) is shown without an
  // interaction. Other pages do not read the storage: its first access waits for another process.
  let atOnce = eager !== undefined || signedIn;
  if (keeps && !atOnce) {
    try {
      const names = Object.keys(sessionStorage);
      atOnce = keeps.split(' ').some((begin) => names.some((name) => name.startsWith(begin)));
    } catch {
      // Storage is refused: nothing is stored.
    }
  }
  if (atOnce) {
    if (opening) on(opening, start);
    else start();
  }
}
