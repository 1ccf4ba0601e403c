import { type DataOf, type Envelope, site } from '@yunduo/api-contract';

interface Watch {
  apiBaseUrl: string;
  onInfo: (info: DataOf<typeof site.info>) => void;
  /** Milliseconds between two questions. */
  interval?: number;
  fetch?: typeof fetch;
}

/**
 * Asks the API for the site info, which carries the number of the present content, and tells it. While the API is away nothing is told, and pages
 * serve on as they are. Returns the way to ask at once, whether the API answered, and the way to stop.
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
      // Away or slow: the next question asks again.
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
    /** Whether the API answered the last question. */
    answered: () => answered,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
