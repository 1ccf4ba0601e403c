const LOOK_EVERY = 500;

/**
 * Aborts when this process should end: by a signal, or because the npm that runs it ends. npm forwards a
 * signal to its shell, which dies without forwarding it.
 */
export function shutdownSignal(): AbortSignal {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) end();
    }, LOOK_EVERY).unref();
  }
  return ending.signal;
}

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
