/**
 * `form`: shows refusals (400, 404) itself, which is checked. `view`: shows every failure itself, but a dead session.
 * `part`: its page says a 404.
 */
export type Handler = 'form' | 'view' | 'part';

// By identity, so that nothing of it reaches the wire or the store.
const handledInputs = new WeakMap<object, Handler>();
const handledRequests = new Set<string>();

/**
 * Marks a call whose form shows the refusal itself: `login(handledByForm(values)).unwrap()`. A 400 or 404 of it raises
 * no toast as soon as something shows it (`useShownFailure`); everything else is reported as ever.
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

/** Marks a call of a part of a page: its page calls for the same thing, and says for both that there is none (404). */
export function handledByPart<T extends object>(input: T): T {
  handledInputs.set(input, 'part');
  return input;
}

/** Marks a request whose failure becomes a page (see `load`); returns the way to forget it. */
export function handledByPage(requestId: string): () => void {
  handledRequests.add(requestId);
  return () => handledRequests.delete(requestId);
}

/** Who shows the failure of this request, if anybody does. */
export function handlerOf(requestId: string, input: unknown): Handler | null {
  if (handledRequests.has(requestId)) return 'view';
  return typeof input === 'object' && input !== null ? (handledInputs.get(input) ?? null) : null;
}
