let loading = 0;
/** Failed style sheets of Vite's links (React's own have no `crossorigin`): Vite requests each only once. */
const away: HTMLLinkElement[] = [];

/**
 * Loads a chunk for a caller that reports a failure and retries at the next press: `loadChunk(() =>
 * import('./rules.ts'))`. ESLint forbids every other dynamic import.
 * @throws the error of the import
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

/** True if the caller of `loadChunk` handles this chunk failure. */
export const isChunkAwaited = (): boolean => loading > 0;

/** Records a failed style sheet for `loadChunk`; a listener of `error`. */
export function rememberStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.crossOrigin !== null)
    away.push(target);
}
