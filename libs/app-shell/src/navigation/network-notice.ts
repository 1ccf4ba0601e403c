/** Events of `window` with which the application shows the notice and takes it away. */
export const NETWORK_LOST = 'network-lost';
export const NETWORK_FOUND = 'network-found';

/**
 * Keeps a visitor without a network on the page: a link or a form that the browser would follow by itself is held and a
 * notice says why, until there is a network again. The application's own navigations ask for the notice by an event.
 * Before hydration it runs from the head of a page (`inlineScript`), so it uses nothing from outside itself; a second
 * call on the same page does nothing. `words` are by the beginning of the page's language. Returns the way to stop.
 */
export function networkNotice(words: Readonly<Record<string, string>>): () => void {
  const page = globalThis as { __networkNotice?: boolean };
  if (page.__networkNotice) return () => undefined;
  page.__networkNotice = true;
  let notice: HTMLElement | undefined;
  const hide = () => {
    notice?.remove();
    notice = undefined;
  };
  const show = () => {
    hide();
    notice = document.createElement('div');
    notice.id = 'network-notice';
    notice.setAttribute('role', 'alert');
    // Its style sheet might be what does not come.
    notice.style.cssText =
      'position:fixed;inset:auto var(--space-4) var(--space-4);z-index:3000;width:fit-content;max-width:36rem;margin:auto;padding:var(--space-3) var(--space-4);border-radius:var(--radius-lg);background:var(--toast);color:var(--on-toast);box-shadow:var(--shadow-2)';
    document.body.append(notice);
    // After it is in the page: a screen reader hears what enters a region that is there.
    notice.textContent = words[document.documentElement.lang.slice(0, 2)] ?? '';
  };
  const hold = (event: Event) => {
    // The first of the path: a link may stand in a shadow tree.
    const [target] = event.composedPath();
    if (navigator.onLine || event.defaultPrevented || !(target instanceof Element)) return;
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
    if (ctrlKey || metaKey || shiftKey || altKey) return;
    if (event.type === 'submit') {
      if ((target as HTMLFormElement).method === 'dialog') return;
    } else {
      const link = target.closest<HTMLAnchorElement>('a[href]');
      if (!link || !/^http/.test(link.protocol) || link.hasAttribute('download')) return;
      const [page = ''] = link.href.split('#');
      if (link.href.includes('#') && page === location.href.split('#')[0]) return;
    }
    event.preventDefault();
    show();
  };
  const listeners = [
    ['click', hold],
    ['submit', hold],
    ['network-lost', show],
    ['network-found', hide],
    ['online', hide],
  ] as const;
  for (const [type, listener] of listeners) addEventListener(type, listener);
  return () => {
    for (const [type, listener] of listeners) removeEventListener(type, listener);
    hide();
    page.__networkNotice = false;
  };
}
