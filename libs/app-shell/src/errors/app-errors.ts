const listeners = new Set<() => void>();

/** Tells the frame that an error page is shown: the loading bar turns to its error colour. */
export function reportAppError(): void {
  listeners.forEach((listener) => listener());
}

export function onAppError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
