import { forgetWritten, selectUser, tabStorage, WRITTEN, type SessionState } from '@yunduo/session';

/** Stands beside the fields: the id of the user whose they are. */
const OWNER = '@owner';
const FORGOTTEN = 'typed-forgotten';

/** The user of this page, once loaded: still the author of what is typed here after their session ran out. */
let typist: number | undefined;

/** What is kept in this tab under one name; the way to it for everything else that is kept. */
export function keptEntry(name: string) {
  const key = WRITTEN + name;
  const read = (): Partial<Record<string, unknown>> => {
    try {
      return (JSON.parse(tabStorage.get(key) ?? '{}') ?? {}) as Partial<Record<string, unknown>>;
    } catch {
      // It holds something else.
      return {};
    }
  };
  return {
    read,
    keep(values: object): void {
      tabStorage.set(key, JSON.stringify({ ...values, [OWNER]: typist }));
    },
    forget: (): void => tabStorage.remove(key),
  };
}

/**
 * Keeps what was typed in this tab under a name: a closed dialog, a reload and the way through sign-in lose nothing. Not
 * for passwords and codes.
 */
export function keptValues<V extends Readonly<Record<string, string>>>(name: string, empty: V) {
  const { read, keep, forget } = keptEntry(name);
  return {
    read(): V {
      const kept = read();
      const entries = Object.entries(empty).map(([field, value]) => {
        const typed = kept[field];
        return [field, typeof typed === 'string' ? typed : value];
      });
      return Object.fromEntries(entries) as V;
    },
    keep: (values: V): void => keep(values),
    forget,
  };
}

/**
 * Keeps track of whose typed text this is. A sign-out leaves nothing (`forgetTypist`). When the session ran out, or ended in
 * another tab, and somebody else signs in, what the user before them typed is forgotten, also what they typed after the
 * end. What was typed without any user becomes that of the one who signs in. Returns the way to stop.
 */
export function followTypist(store: {
  getState: () => { session: SessionState };
  subscribe: (listener: () => void) => () => void;
}): () => void {
  let present: number | undefined;
  const follow = () => {
    const user = selectUser(store.getState())?.id;
    if (user === undefined || user === present) return;
    typist = present = user;
    handOver(user);
  };
  // After a reload: whose text was typed here last.
  typist = keptNames()
    .map((name) => keptEntry(name).read()[OWNER] as number | undefined)
    .find((owner) => owner !== undefined);
  follow();
  return store.subscribe(follow);
}

/** After a sign-out: nothing that was typed stays, and what is typed next belongs to nobody yet. */
export function forgetTypist(): void {
  typist = undefined;
  forgetWritten();
}

function handOver(user: number): void {
  let foreign = false;
  for (const name of keptNames()) {
    const entry = keptEntry(name);
    const values = entry.read();
    if ((values[OWNER] ?? user) === user) entry.keep(values);
    else {
      entry.forget();
      foreign = true;
    }
  }
  if (foreign) window.dispatchEvent(new Event(FORGOTTEN));
}

/** Calls back when what another user wrote was forgotten: a form may still show it. Returns the way to stop. */
export function whenForgotten(listener: () => void): () => void {
  window.addEventListener(FORGOTTEN, listener);
  return () => window.removeEventListener(FORGOTTEN, listener);
}

const keptNames = (): string[] =>
  tabStorage
    .keys()
    .filter((key) => key.startsWith(WRITTEN))
    .map((key) => key.slice(WRITTEN.length));
