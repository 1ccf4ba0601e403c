/** Time limit for calls in flight on shutdown, ms. */
const SHUTDOWN_LIMIT = 9_000;

/** Ends the process on SIGTERM and SIGINT: with 0 after `close`, with 1 when that fails or exceeds the limit. */
export function endOnSignal(close: () => Promise<void>): void {
  const end = (): void => {
    // Forces the exit if anything hangs: PGlite stays consistent after a kill.
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
