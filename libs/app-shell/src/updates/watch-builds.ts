/** The builds that this page has reported, in all of its frames. */
export const reportedBuilds = new Set<string>();

export interface BuildWatch {
  url: string;
  buildId: string;
  /** Milliseconds between two requests. */
  interval: number;
  /** A build found before this ran. */
  seen?: string;
  onNewBuild: (id: string) => void;
}

/**
 * Requests the latest build at each interval while the page is visible, and when it becomes visible after a
 * longer absence, with a timestamp to bypass caches (R7.13). Reports each build once. Returns the function
 * that stops it.
 */
export function watchBuilds({ url, buildId, interval, seen, onNewBuild }: BuildWatch): () => void {
  let reported = seen ?? buildId;
  if (reported !== buildId) onNewBuild(reported);
  let requested = Date.now();
  const stop = new AbortController();

  const ask = async (): Promise<void> => {
    requested = Date.now();
    // A failed request is ignored; the next one asks again.
    const latest = await latestBuild(`${url}?t=${requested}`, stop.signal).catch(() => null);
    if (stop.signal.aborted || !latest || latest === reported) return;
    reported = latest;
    if (latest !== buildId) onNewBuild(latest);
  };
  const askWhenDue = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - requested >= interval) void ask();
  };

  const timer = setInterval(askWhenDue, interval);
  document.addEventListener('visibilitychange', askWhenDue);
  return () => {
    stop.abort();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', askWhenDue);
  };
}

async function latestBuild(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, { cache: 'no-store', signal });
  if (!response.ok) return null;
  const { id } = (await response.json()) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
