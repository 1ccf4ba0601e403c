import { loadRoute } from './route-files.ts';

/**
 * Loads the files of the page that was opened, before React hydrates a document that holds nothing of it yet. False when
 * they did not come: the document is loaded again, or it says so and leads back here.
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
