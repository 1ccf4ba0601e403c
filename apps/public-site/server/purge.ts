export interface Purge {
  /** What the CDN offers for it, with the key in it or in `body`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON; empty: none is sent. */
  body: string;
}

/** Every page with content, and its data, carries it (`Surrogate-Key` and `Cache-Tag`). */
const CONTENT_KEY = 'content';

/** How long nginx may keep a page before it asks again, in seconds (`X-Accel-Expires`). */
const EDGE_SECONDS = 1;

/**
 * What caches in front are told of an answer that is made of content: a CDN purges it by its key, and nginx, which nothing
 * tells, asks again after a second. Nothing of an answer that nobody may keep.
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
  /** Milliseconds before the first try, and before those after a failed one. */
  pauses?: readonly number[];
}

/**
 * Tells a CDN when the content has another revision. Each process tells it for itself, after the copies of nginx have
 * ended: the last one to hear of the change tells it when nobody has the old pages any more. Answers what hears of
 * revisions, and what ends it.
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
      // What the process began with is what the CDN has, or what another process told it.
      if (known !== null && revision !== known) later(pauses);
      known = revision;
    },
    stop: (): void => clearTimeout(timer),
  };
}
