let loading = 0;
/** Style sheets that did not come, by Vite's links (React's own have no `crossorigin`): Vite asks for each only once. */
const away: HTMLLinkElement[] = [];

/**
 * Loads a file of the application whose caller says that it did not come and asks for it again at the next press:
 * `loadChunk(() => import('./rules.ts'))`. ESLint knows no other way to import later.
 * @throws what the import threw
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  loading += 1;
  for (const link of away.splice(0)) link.replaceWith(link.cloneNode());
  try {
    return await load();
  } finally {
    loading -= 1;
  }
}

/** Whether the failure of a chunk is the matter of who asked for it. */
export const isChunkAwaited = (): boolean => loading > 0;

/** Remembers a style sheet that did not come, for `loadChunk`; a listener of `error`. */
export function rememberStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.crossOrigin !== null)
    away.push(target);
}
