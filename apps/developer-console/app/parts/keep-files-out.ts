/**
 * Prevents the browser from opening a file that is dropped outside a drop zone, which would replace the page. Returns
 * the cleanup function.
 */
export function keepFilesOut(): () => void {
  const stop = new AbortController();
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(
      type,
      (event) => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      },
      stop,
    );
  return () => stop.abort();
}
