import { forgetWritten, selectUser, tabStorage, WRITTEN, type SessionState } from '@yunduo/session';

/** Stored beside the fields of a draft: the id of its owner. */
const OWNER = '@owner';
const REMOVED = 'drafts-removed';

/** The user of this page once loaded; still the author of input after the session expired. */
let draftOwner: number | undefined;

export type DraftValues = Partial<Record<string, unknown>>;

/** What this tab holds under one key. */
export interface LocalDraft {
  /** The stored fields, of any shape; empty if none are stored. */
  read: () => DraftValues;
  exists: () => boolean;
  save: (values: object) => void;
  remove: () => void;
}

/**
 * Unsent input, stored in this tab under a key. It survives a closed dialog, a reload, an expired session and
 * the detour through sign-in. Never for passwords and codes.
 */
export function localDraft(name: string): LocalDraft {
  const key = WRITTEN + name;
  const read = (): DraftValues => {
    try {
      return (JSON.parse(tabStorage.get(key) ?? '{}') ?? {}) as DraftValues;
    } catch {
      // The key holds another kind of value.
      return {};
    }
  };
  return {
    read,
    exists: () => Object.keys(read()).length > 0,
    save: (values) => void tabStorage.set(key, JSON.stringify({ ...values, [OWNER]: draftOwner })),
    remove: () => tabStorage.remove(key),
  };
}

/**
 * Tracks who owns the drafts of this tab. When the session has expired or ended in another tab and a
 * different user signs in, the previous user's drafts are removed, input after the end included. A draft
 * without an owner is assigned to the user who signs in. Returns the function that stops it.
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
  // After a reload: the last owner of drafts in this tab.
  draftOwner = draftNames()
    .map((name) => localDraft(name).read()[OWNER] as number | undefined)
    .find((owner) => owner !== undefined);
  follow();
  return store.subscribe(follow);
}

/** After a sign-out all drafts are removed, and the next one has no owner yet. */
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

/**
 * Calls back when another user's drafts were removed, because a form may still show one. Returns the function
 * that stops it.
 */
export function onDraftsRemoved(listener: () => void): () => void {
  window.addEventListener(REMOVED, listener);
  return () => window.removeEventListener(REMOVED, listener);
}

const draftNames = (): string[] =>
  tabStorage
    .keys()
    .filter((key) => key.startsWith(WRITTEN))
    .map((key) => key.slice(WRITTEN.length));
