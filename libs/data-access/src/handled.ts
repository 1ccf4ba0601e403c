/**
 * `form`: shows rejections (400, 404) itself, which is verified. `view`: shows every failure except a 401.
 * `part`: its page shows a 404.
 */
export type Handler = 'form' | 'view' | 'part';

// By identity, so that the mark does not reach the wire or the store.
const handledInputs = new WeakMap<object, Handler>();
const handledRequests = new Set<string>();

/**
 * Marks a call whose form shows the rejection itself: `login(handledByForm(values)).unwrap()`. Its 400 or 404
 * raises no toast once a component shows it (`useShownFailure`); other failures are reported as usual.
 */
export function handledByForm<T extends object>(input: T): T {
  handledInputs.set(input, 'form');
  return input;
}

/** Marks a call whose view shows every failure itself, such as the slider's. */
export function handledByView<T extends object>(input: T): T {
  handledInputs.set(input, 'view');
  return input;
}

/** Marks a call of a part of a page. The page requests the same object and shows a 404 for both. */
export function handledByPart<T extends object>(input: T): T {
  handledInputs.set(input, 'part');
  return input;
}

/** Marks a request whose failure becomes a page (see `load`). Returns the function that removes the mark. */
export function handledByPage(requestId: string): () => void {
  handledRequests.add(requestId);
  return () => handledRequests.delete(requestId);
}

/** The component kind that shows this request's failure, if any. */
export function handlerOf(requestId: string, input: unknown): Handler | null {
  if (handledRequests.has(requestId)) return 'view';
  return typeof input === 'object' && input !== null ? (handledInputs.get(input) ?? null) : null;
}
