const listeners = new Set<() => void>();
// An error page brings a frame of its own, whose bar comes right after the page has spoken.
let untold = false;

/** Tells the frame that an error page is shown: the loading bar turns to its error colour. */
export function reportAppError(): void {
  untold = listeners.size === 0;
  listeners.forEach((listener) => listener());
}

export function onAppError(listener: () => void): () => void {
  listeners.add(listener);
  if (untold) listener();
  untold = false;
  return () => listeners.delete(listener);
}
