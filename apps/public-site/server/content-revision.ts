import { type DataOf, type Envelope, site } from '@yunduo/api-contract';

interface Watch {
  apiBaseUrl: string;
  onInfo: (info: DataOf<typeof site.info>) => void;
  /** Milliseconds between two polls. */
  interval?: number;
  fetch?: typeof fetch;
}

/**
 * Polls the API for the site info, which carries the content revision, and reports it to `onInfo`. While the API is
 * down nothing is reported, and cached pages are served as they are. Returns `start`, `ask` (polls once, at once),
 * `answered` and `stop`.
 */
export function watchContentRevision({
  apiBaseUrl,
  onInfo,
  interval = 3000,
  fetch: fetchImpl = fetch,
}: Watch) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let answered = false;

  async function ask(): Promise<void> {
    let heard = false;
    try {
      const answer = await fetchImpl(`${apiBaseUrl}/api${site.info.url}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(interval),
      });
      if (!answer.ok) return;
      const { data } = (await answer.json()) as Envelope<DataOf<typeof site.info>>;
      if (!stopped) onInfo(data);
      heard = true;
    } catch {
      // Down or slow: the next poll tries again.
    } finally {
      answered = heard;
    }
  }
  async function loop(): Promise<void> {
    await ask();
    if (!stopped) timer = setTimeout(() => void loop(), interval).unref();
  }
  return {
    start: () => void loop(),
    ask,
    /** True if the API answered the last poll. */
    answered: () => answered,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
