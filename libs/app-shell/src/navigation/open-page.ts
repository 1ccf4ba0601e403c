import { loadRoute } from './route-files.ts';

/**
 * Loads the files of the opened page before React hydrates a document without content. False if they failed
 * to load: the document is reloaded, or a message with a link back is shown.
 */
export async function openPage(words: Readonly<Record<string, { again: string }>>): Promise<boolean> {
  const here = new URL(location.href);
  const arrival = await loadRoute(here, { leave: () => location.reload() });
  if (arrival === 'loaded') return true;
  if (arrival === 'leaving') return false;
  const again = document.createElement('a');
  again.href = here.pathname + here.search;
  again.textContent = words[document.documentElement.lang.slice(0, 2)]?.again ?? '';
  (document.querySelector('main') ?? document.body).append(again);
  window.dispatchEvent(new Event('network-lost'));
  return false;
}
