import { selectUser, WRITTEN, type SessionState } from '@yunduo/session';

/** Stands beside the fields: the id of the user whose they are. */
const OWNER = '@owner';
const FORGOTTEN = 'typed-forgotten';

/** The signed-in user, once loaded. */
let typist: number | undefined;

/** What is kept in this tab under one name; the way to it for everything else that is kept. */
export function keptEntry(name: string) {
  const key = WRITTEN + name;
  const read = (): Partial<Record<string, unknown>> => {
    try {
      return (JSON.parse(sessionStorage.getItem(key) ?? '{}') ?? {}) as Partial<Record<string, unknown>>;
    } catch {
      // Storage that is off, or holds something else.
      return {};
    }
  };
  return {
    read,
    keep(values: object): void {
      try {
        // What somebody wrote stays theirs when their session runs out.
        const owner = typist ?? read()[OWNER];
        sessionStorage.setItem(key, JSON.stringify({ ...values, [OWNER]: owner }));
      } catch {
        // Then it lives as long as the form.
      }
    },
    forget(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
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
 * Whoever signs out leaves nothing here (`forgetWritten`). When the sign-out was in another tab, or the session ran out,
 * and somebody else signs in, their arrival forgets what another user wrote. What nobody had signed for becomes theirs.
 * Returns the way to stop.
 */
export function followTypist(store: {
  getState: () => { session: SessionState };
  subscribe: (listener: () => void) => () => void;
}): () => void {
  const follow = () => {
    const user = selectUser(store.getState())?.id;
    if (user === typist) return;
    typist = user;
    if (user !== undefined) handOver(user);
  };
  follow();
  return store.subscribe(follow);
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

function keptNames(): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(WRITTEN))
      .map((key) => key.slice(WRITTEN.length));
  } catch {
    // Nothing was kept.
    return [];
  }
}
