export interface Purge {
  /** The CDN's purge endpoint; the key is in it or in `body`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON; empty: no body is sent. */
  body: string;
}

/** Key of every page with content, and of its data (`Surrogate-Key` and `Cache-Tag`). */
const CONTENT_KEY = 'content';

/** Time in seconds for which nginx may serve a page before it revalidates (`X-Accel-Expires`). */
const EDGE_SECONDS = 1;

/**
 * Headers for shared caches of an answer with content: a CDN purges it by its key; nginx, which receives no purges,
 * revalidates after one second. Empty for an answer with `no-store`.
 */
export const contentHeaders = (cacheControl: string): Record<string, string> =>
  cacheControl === 'no-store'
    ? {}
    : {
        'surrogate-key': CONTENT_KEY,
        'cache-tag': CONTENT_KEY,
        'x-accel-expires': String(EDGE_SECONDS),
      };

interface Options {
  purge: Purge;
  report: (error: unknown, what: string) => void;
  fetch?: typeof fetch;
  /** Milliseconds before the first try, and before each retry. */
  pauses?: readonly number[];
}

/**
 * Purges a CDN after each change of the content revision. Each process does so itself, after nginx's copies have
 * expired: the last process to see the change purges when no old pages are left. Returns a function that takes
 * revisions and one that stops.
 */
export function purgeOnChange({
  purge: { url, headers, body },
  report,
  fetch: fetchImpl = fetch,
  pauses = [EDGE_SECONDS * 1000 + 200, 1000, 5000],
}: Options) {
  let known: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tell(tries: readonly number[]): Promise<void> {
    try {
      const answer = await fetchImpl(url, {
        method: 'POST',
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(5000),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the CDN answered ${answer.status}`);
    } catch (error) {
      if (tries.length === 0) report(error, 'CDN_PURGE_URL');
      else later(tries);
    }
  }
  function later([pause = 0, ...rest]: readonly number[]): void {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(rest), pause).unref();
  }

  return {
    hear(revision: number): void {
      // The CDN has the first revision of this process already, or another process has purged.
      if (known !== null && revision !== known) later(pauses);
      known = revision;
    },
    stop: (): void => clearTimeout(timer),
  };
}
