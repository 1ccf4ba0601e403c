import { forgetWritten, selectUser, tabStorage, WRITTEN, type SessionState } from '@yunduo/session';

/** Stands beside the fields of a draft: the id of its owner. */
const OWNER = '@owner';
const REMOVED = 'drafts-removed';

/** The user of this page, once loaded: still the author of what is typed here after their session ran out. */
let draftOwner: number | undefined;

export type DraftValues = Partial<Record<string, unknown>>;

/** What this tab holds under one key. */
export interface LocalDraft {
  /** The stored fields, of any shape; empty where there are none. */
  read: () => DraftValues;
  /** The initial values of a form, with the stored fields that fit them. */
  readInto: <V extends object>(initial: V) => V;
  exists: () => boolean;
  save: (values: object) => void;
  remove: () => void;
}

/**
 * Text that was typed and not sent yet, stored in this tab under a key: a closed dialog, a reload, an expired session
 * and the way through sign-in lose nothing. Never for passwords and codes.
 */
export function localDraft(name: string): LocalDraft {
  const key = WRITTEN + name;
  const read = (): DraftValues => {
    try {
      return (JSON.parse(tabStorage.get(key) ?? '{}') ?? {}) as DraftValues;
    } catch {
      // It holds something else.
      return {};
    }
  };
  return {
    read,
    readInto<V extends object>(initial: V): V {
      const stored = read();
      const entries = Object.entries(initial).map(([field, value]: [string, unknown]) => [
        field,
        typeof stored[field] === typeof value ? stored[field] : value,
      ]);
      return Object.fromEntries(entries) as V;
    },
    exists: () => Object.keys(read()).length > 0,
    save: (values) => void tabStorage.set(key, JSON.stringify({ ...values, [OWNER]: draftOwner })),
    remove: () => tabStorage.remove(key),
  };
}

/**
 * Tracks who owns the drafts of this tab. When a session ran out, or ended in another tab, and another user signs in,
 * the drafts of the user before them are removed, also what they typed after the end. A draft without an owner becomes
 * that of the user who signs in. Returns the function that stops it.
 */
export function followDraftOwner(store: {
  getState: () => { session: SessionState };
  subscribe: (listener: () => void) => () => void;
}): () => void {
  let present: number | undefined;
  const follow = () => {
    const user = selectUser(store.getState())?.id;
    if (user === undefined || user === present) return;
    draftOwner = present = user;
    handOver(user);
  };
  // After a reload: the owner of what was typed here last.
  draftOwner = draftNames()
    .map((name) => localDraft(name).read()[OWNER] as number | undefined)
    .find((owner) => owner !== undefined);
  follow();
  return store.subscribe(follow);
}

/** After a sign-out: no draft stays, and the next one belongs to nobody yet. */
export function removeDrafts(): void {
  draftOwner = undefined;
  forgetWritten();
}

function handOver(user: number): void {
  let foreign = false;
  for (const name of draftNames()) {
    const draft = localDraft(name);
    const values = draft.read();
    if ((values[OWNER] ?? user) === user) draft.save(values);
    else {
      draft.remove();
      foreign = true;
    }
  }
  if (foreign) window.dispatchEvent(new Event(REMOVED));
}

/** Calls back when drafts of another user were removed: a form may still show one. Returns the function that stops it. */
export function onDraftsRemoved(listener: () => void): () => void {
  window.addEventListener(REMOVED, listener);
  return () => window.removeEventListener(REMOVED, listener);
}

const draftNames = (): string[] =>
  tabStorage
    .keys()
    .filter((key) => key.startsWith(WRITTEN))
    .map((key) => key.slice(WRITTEN.length));
