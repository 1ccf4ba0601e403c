/**
 * Runs in the browser, from the head of the landing pages, which work without the application: their links are plain
 * links. The application starts at the visitor's first interaction, or at once for a signed-in user. `inlineScript`
 * turns this function into text: it may use nothing from its module.
 */
export function landingLoader(load: (url: string) => Promise<unknown>): void {
  const { boot = '', files = '' } = (document.currentScript as HTMLScriptElement).dataset;
  const root = document.documentElement;
  let started = false;
  let polling: ReturnType<typeof setInterval> | undefined;

  // The page inlines the styles that it uses; this is the stylesheet of the whole application.
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][disabled]');
  const scripts = [boot, ...files.split(' ')];
  // If its files fail to load, the page stays as it is, and works.
  const run = () => void load(boot).catch(() => undefined);
  const start = () => {
    if (started) return;
    started = true;
    // From here on the application polls.
    clearInterval(polling);
    // Loads all files in parallel, instead of one level of imports after the other.
    for (const href of scripts) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', as: 'script', href });
      document.head.append(link);
    }
    const ready = () => {
      if (document.readyState !== 'loading') return run();
      document.addEventListener('DOMContentLoaded', run, { once: true });
    };
    if (!sheet) return ready();
    // The application may open a dialog at once: its stylesheet must be loaded first.
    for (const type of ['load', 'error']) sheet.addEventListener(type, ready, { once: true });
    sheet.removeAttribute('disabled');
  };
  // Choices are stored for 365 days, also before the application runs.
  const keep = (name: string, value: string) => {
    const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
    const seconds = value ? 31_536_000 : 0;
    try {
      document.cookie = `${prefix}${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
    } catch {
      // A document with an opaque origin has no cookies.
    }
  };
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.hreflang) keep('locale', link.hreflang.slice(0, 2));
  });
  // The script before this one has checked the hint.
  if (root.dataset['signedIn'] !== undefined) return start();

  // A touch also fires `pointerdown`.
  for (const type of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(type, start, { capture: true, passive: true });
  }
  // The only control of the page: a theme chosen before the application runs must be applied and stored.
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || root.dataset['hydrated'] !== undefined) return;
    const chosen = target.value === 'light' || target.value === 'dark';
    if (chosen) root.dataset['theme'] = target.value;
    else delete root.dataset['theme'];
    try {
      if (chosen) localStorage.setItem('theme', target.value);
      else localStorage.removeItem('theme');
    } catch {
      // Storage is refused: the theme applies to this page only.
    }
    keep('theme', chosen ? target.value : '');
  });
  // The user signed in in another tab: this one shows it too.
  addEventListener('storage', ({ key }) => {
    if (key === 'token') start();
  });
  // A page restored from the back-forward cache shows the current session and the current theme.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) start();
  });

  interface Config {
    apiBaseUrl?: string;
    devDocs?: string | null;
  }
  interface Site {
    data: { name: string; widget: object | null };
  }
  const ask = <T>(url: string): Promise<T> =>
    fetch(url, { headers: { lang: root.lang === 'en' ? 'us' : 'zh-cn' } }).then(
      (answer) => answer.json() as Promise<T>,
    );
  addEventListener('load', () => {
    // Configuration unknown at build time. Only attributes change: React compares the texts when it hydrates.
    ask<Config>('/developer-center/config.json')
      .then(({ apiBaseUrl = '', devDocs }) => {
        // A path is a page of this host, in both languages.
        const docs =
          devDocs && /^\/(?![/\\])/.test(devDocs) && root.lang === 'en' ? `/en${devDocs}` : devDocs;
        for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-docs]')) {
          if (docs && /^(https?:\/\/|\/(?![/\\]))/.test(docs) && !started)
            Object.assign(link, { href: docs, hidden: false });
        }
        return ask<Site>(`${apiBaseUrl}/api/site/info`);
      })
      .then(({ data }) => {
        const name = document.querySelector<HTMLElement>('[data-site-name]');
        if (name) name.dataset['siteName'] = data.name;
        // The application loads the help widget.
        if (data.widget) start();
      })
      .catch(() => undefined);
    // The id of a build is the hash of its router's manifest. The application shows the notice of a new one.
    const build = /manifest-([\w-]+)\.js/.exec(files)?.[1];
    if (build && !started) {
      polling = setInterval(() => {
        if (document.visibilityState !== 'visible') return;
        ask<{ id?: string }>(`/developer-center/builds/latest.json?t=${Date.now()}`)
          .then(({ id }) => {
            if (!id || id === build) return;
            globalThis.__newBuild = id;
            start();
          })
          .catch(() => undefined);
      }, 600_000);
    }
    // At the first pointer movement or scroll, or after 3 s.
    const ahead = () => {
      clearTimeout(patience);
      for (const type of signs) removeEventListener(type, ahead, true);
      const fetchThem = () => {
        const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
        if (started || connection?.saveData) return;
        // Into the HTTP cache. Not `rel=prefetch`: Firefox applies `default-src` to it, which allows nothing here, and
        // Safari does not support it.
        for (const href of sheet ? [...scripts, sheet.href] : scripts) {
          void fetch(href, { priority: 'low' })
            .then((answer) => answer.blob())
            .catch(() => undefined);
        }
      };
      // A page that draws nothing may have no idle period for long.
      const { requestIdleCallback: idle } = window as Partial<Window>;
      if (idle) idle(fetchThem, { timeout: 1000 });
      else setTimeout(fetchThem);
    };
    const signs = ['pointermove', 'scroll'];
    const patience = setTimeout(ahead, 3000);
    for (const type of signs) addEventListener(type, ahead, { capture: true, passive: true });
  });
}
