declare global {
  /** Events with which the application shows and hides the notice. */
  interface WindowEventMap {
    'network-lost': Event;
    'network-found': Event;
  }
}

/**
 * Keeps an offline visitor on the page: a native link or form is held, and a notice explains why until the
 * network is back. The application's own navigations request the notice by an event. Before hydration this
 * runs from a page's head (`inlineScript`), so it must be self-contained; a second call on the same page does
 * nothing. `words` are keyed by the beginning of the page's language. Returns the function that stops it.
 */
export function networkNotice(words: Readonly<Record<string, string>>): () => void {
  const root = document.documentElement;
  if (root.dataset['offline'] !== undefined) return () => undefined;
  root.dataset['offline'] = '';
  const notice = document.createElement('p');
  notice.role = 'alert';
  // Inline styles: the style sheet may be what failed to load.
  notice.style.cssText =
    'position:fixed;inset:auto 1rem 1rem;z-index:3000;max-width:36rem;margin:auto;padding:1rem;border-radius:8px;background:var(--toast);color:var(--on-toast)';
  const hide = () => notice.remove();
  const show = () => {
    notice.textContent = '';
    document.body.append(notice);
    // Filled after insertion: screen readers announce changes of an existing live region only.
    notice.textContent = words[root.lang.slice(0, 2)] ?? '';
  };
  const hold = (event: Event) => {
    // The first element of the path: a link may be inside a shadow tree.
    const link = (event.composedPath()[0] as Element).closest<HTMLAnchorElement>('a[href],form');
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
    if (!link || navigator.onLine || event.defaultPrevented || ctrlKey || metaKey || shiftKey || altKey)
      return;
    const { hash, pathname, search, protocol } = link;
    if (event.type === 'click') {
      if (!/^http/.test(protocol ?? '')) return;
      if (hash && pathname + search === location.pathname + location.search) return;
    }
    event.preventDefault();
    show();
  };
  const listeners = { click: hold, submit: hold, 'network-lost': show, 'network-found': hide, online: hide };
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener);
    hide();
    delete root.dataset['offline'];
  };
}
