/** Who may call. `owner` is a member who owns the thing named; another's id answers 404. */
export type Access = 'public' | 'member' | 'owner' | 'developer' | 'reviewer' | 'operator';
export type Method = 'GET' | 'POST';
/**
 * `identity`: the session proved its owner within `FRESH_PROOF`, by signing in or again since. `factor`: the same, asked of
 * accounts with a second factor alone, since the call itself carries the password.
 */
export type Proof = 'identity' | 'factor';

/** What goes in and what comes back, as types. */
export interface Shape {
  query?: unknown;
  body?: unknown;
  data: unknown;
}

/**
 * One call: method, url below `/api`, access. Its shape exists for the type checker alone, so that no schema
 * reaches the browser.
 */
export interface Endpoint<S extends Shape = Shape> {
  readonly method: Method;
  readonly url: string;
  readonly access: Access;
  /** `form`: the body is multipart. `raw`: the answer is a document without the envelope. */
  readonly format?: 'form' | 'raw';
  /** It accepts an `Idempotency-Key`: the client sends one, and the same one when it tries again. */
  readonly idempotent?: true;
  /** What its caller must have proved lately; without it the answer is PROOF_REQUIRED. */
  readonly proof?: Proof;
  /** Public, but a caller with a session gets an answer of their own: always, or for such an input. */
  readonly personal?: (input: unknown) => boolean;
  readonly shape?: S;
}

export type DataOf<E> = E extends Endpoint<infer S> ? S['data'] : never;
/** What a caller passes: the query of a GET, the body of a POST. */
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
 * Marks a call that moves money, licences, work or an address, that makes something each time, that uses up what it was
 * sent with (a code, a link, an old password), or that is a step from one state to the next and refused the second time:
 * sent twice under one key, it is done once.
 */
export const idempotent = <E extends Endpoint>(call: E): E & { readonly idempotent: true } => ({
  ...call,
  idempotent: true,
});

/** Marks a call that a stolen session alone must not make: money, roles, addresses, tokens, factors, the account's end. */
export const withProof = <E extends Endpoint>(call: E, proof: Proof = 'identity'): E => ({ ...call, proof });

/** Marks a public call that answers a signed-in caller with what is theirs, `when` its input asks for that. */
export const personal = <E extends Endpoint>(
  call: E,
  when: (input: InputOf<E>) => boolean = () => true,
): E => ({
  ...call,
  personal: when,
});

/**
 * True if the answer belongs to the caller: nobody else at the same screen may meet it. Every call that needs a session
 * is, whoever adds it.
 */
export const answersPersonally = (call: Endpoint, input: unknown): boolean =>
  call.access !== 'public' || call.personal?.(input) === true;

/**
 * What a call is asked to do, as text: every try of it has the same, and the same key. A captcha ticket is used up by one
 * try and is no part of it.
 */
export const idempotentInput = (input: unknown): string =>
  JSON.stringify(input ?? null, (name, value: unknown) => (name === 'captcha_ticket' ? undefined : value));

/** The envelope of every answer (specification §7, §8). */
export interface Envelope<T> {
  code: string;
  msg: string;
  data: T;
}
