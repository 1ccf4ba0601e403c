/**
 * Prevents the browser from opening a file that is dropped outside a drop zone, which would replace the page. A file
 * input takes it. Returns the cleanup function.
 */
export function keepFilesOut(): () => void {
  const stop = new AbortController();
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(
      type,
      (event) => {
        const { target, dataTransfer, defaultPrevented } = event;
        if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
        if (target instanceof HTMLInputElement && target.type === 'file') return;
        event.preventDefault();
        dataTransfer.dropEffect = 'none';
      },
      stop,
    );
  return () => stop.abort();
}
