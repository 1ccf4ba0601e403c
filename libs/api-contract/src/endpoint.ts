/** Who may call. `owner` is a member who owns the named object; another user's id gives 404. */
export type Access = 'public' | 'member' | 'owner' | 'developer' | 'reviewer' | 'operator';
export type Method = 'GET' | 'POST';
/**
 * `identity`: the session proved its owner's identity within `FRESH_PROOF`, by signing in or since. `factor`:
 * the same, but only for accounts with a second factor, because the call itself carries the password.
 */
export type Proof = 'identity' | 'factor';

/** Input and output types. */
export interface Shape {
  query?: unknown;
  body?: unknown;
  data: unknown;
}

/**
 * One call: method, url below `/api`, access. Its shape exists only as a type, so that no schema reaches the
 * browser.
 */
export interface Endpoint<S extends Shape = Shape> {
  readonly method: Method;
  readonly url: string;
  readonly access: Access;
  /** `form`: the body is multipart. `raw`: the response is a document without the envelope. */
  readonly format?: 'form' | 'raw';
  /** The call accepts an `Idempotency-Key`: the client sends one, and the same one on a retry. */
  readonly idempotent?: true;
  /** The proof that the caller must have given recently; without it the response is PROOF_REQUIRED. */
  readonly proof?: Proof;
  /** Public, but a caller with a session gets their own response: always, or for such an input. */
  readonly personal?: (input: unknown) => boolean;
  readonly shape?: S;
}

export type DataOf<E> = E extends Endpoint<infer S> ? S['data'] : never;
/** The caller's input: the query of a GET, the body of a POST. */
export type InputOf<E> =
  E extends Endpoint<infer S>
    ? S extends { query: infer Q }
      ? Q
      : S extends { body: infer B }
        ? B
        : undefined
    : never;

/** Declares a call. The shape is given as a type argument, the rest as values. */
export function endpoint<S extends Shape>(
  method: Method,
  url: string,
  access: Access,
  format?: 'form' | 'raw',
): Endpoint<S> {
  return format ? { method, url, access, format } : { method, url, access };
}

/**
 * Marks a call that must run once per key, however often it is sent: it moves money, licences, work or an
 * address, creates something each time, spends its input (a code, a link, an old password), or is a state
 * transition that is rejected the second time.
 */
export const idempotent = <E extends Endpoint>(call: E): E & { readonly idempotent: true } => ({
  ...call,
  idempotent: true,
});

/**
 * Marks a call that a stolen session alone must not make: money, roles, addresses, tokens, factors, account
 * deletion.
 */
export const withProof = <E extends Endpoint>(call: E, proof: Proof = 'identity'): E => ({ ...call, proof });

/** Marks a public call that returns a signed-in caller's own data, `when` its input asks for it. */
export const personal = <E extends Endpoint>(
  call: E,
  when: (input: InputOf<E>) => boolean = () => true,
): E => ({
  ...call,
  personal: when,
});

/**
 * True if the response belongs to the caller: other users of the same browser must not see it. This covers
 * every call that needs a session.
 */
export const answersPersonally = (call: Endpoint, input: unknown): boolean =>
  call.access !== 'public' || call.personal?.(input) === true;

/**
 * The text that identifies a call: every retry has the same text and therefore the same key. A captcha ticket
 * is spent by one attempt and is left out.
 */
export const idempotentInput = (input: unknown): string =>
  JSON.stringify(input ?? null, (name, value: unknown) => (name === 'captcha_ticket' ? undefined : value));

/** The envelope of every response (specification §7, §8). */
export interface Envelope<T> {
  code: string;
  msg: string;
  data: T;
}
