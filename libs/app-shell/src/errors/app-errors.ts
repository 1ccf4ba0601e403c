const listeners = new Set<() => void>();
// An error page mounts its own frame, whose loading bar subscribes only after the page has reported the
// error.
let untold = false;

/** Tells the frame that an error page is shown: the loading bar takes its error colour. */
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
