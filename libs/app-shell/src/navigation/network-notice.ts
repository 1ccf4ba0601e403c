declare global {
  /** With these the application shows the notice and takes it away. */
  interface WindowEventMap {
    'network-lost': Event;
    'network-found': Event;
  }
}

/**
 * Keeps a visitor without a network on the page: a link or a form that the browser would follow by itself is held and a
 * notice says why, until there is a network again. The application's own navigations ask for the notice by an event.
 * Before hydration it runs from the head of a page (`inlineScript`), so it uses nothing from outside itself; a second
 * call on the same page does nothing. `words` are by the beginning of the page's language. Returns the way to stop.
 */
export function networkNotice(words: Readonly<Record<string, string>>): () => void {
  const root = document.documentElement;
  if (root.dataset['offline'] !== undefined) return () => undefined;
  root.dataset['offline'] = '';
  const notice = document.createElement('p');
  notice.role = 'alert';
  // Its style sheet might be what does not come.
  notice.style.cssText =
    'position:fixed;inset:auto 1rem 1rem;z-index:3000;max-width:36rem;margin:auto;padding:1rem;border-radius:8px;background:var(--toast);color:var(--on-toast)';
  const hide = () => notice.remove();
  const show = () => {
    notice.textContent = '';
    document.body.append(notice);
    // After it is in the page: a screen reader hears what enters a region that is there.
    notice.textContent = words[root.lang.slice(0, 2)] ?? '';
  };
  const hold = (event: Event) => {
    // The first of the path: a link may stand in a shadow tree.
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
