const LOOK_EVERY = 500;

/**
 * Aborts when somebody asks this process to end: by a signal, or by ending the npm that runs it. npm hands a signal to
 * its shell, and the shell dies of it without handing it on.
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
