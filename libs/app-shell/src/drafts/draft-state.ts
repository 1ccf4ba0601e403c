import { browserStorage } from '@yunduo/session';
import { hasShape } from '../forms/read-draft.ts';

type Field<T> = Extract<keyof T, string>;

/**
 * A draft of something that the server stores too, field by field: changes of different fields merge
 * automatically.
 */
export interface DraftState<T extends object> {
  /** Displayed in the form. */
  content: T;
  /** The server's values. */
  base: T;
  revision: number;
  /** Changed locally and not saved yet. */
  dirty: readonly Field<T>[];
  /**
   * Changed locally and on the server to different values: the user chooses. `base` holds the server's value.
   */
  conflicts: readonly Field<T>[];
}

export const fieldsOf = <T extends object>(part: Partial<T>): Field<T>[] => Object.keys(part) as Field<T>[];

export function pick<T extends object>(content: Partial<T>, fields: readonly Field<T>[]): Partial<T> {
  const part: Partial<T> = {};
  for (const field of fields) part[field] = content[field];
  return part;
}

/** Compares without picture addresses: they depend on the language and on the app's name. */
const comparable = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'src' || key === 'srcset' ? undefined : part)) ?? '';
export const same = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);

/** Sets fields. A field that equals the saved value is neither dirty nor in conflict. */
export function write<T extends object>(state: DraftState<T>, part: Partial<T>): DraftState<T> {
  const { base, conflicts } = state;
  const fields = fieldsOf(part);
  const dirty = [
    ...state.dirty.filter((field) => !fields.includes(field)),
    ...fields.filter((field) => !same(part[field], base[field])),
  ];
  return {
    ...state,
    content: { ...state.content, ...part },
    dirty,
    conflicts: conflicts.filter((field) => dirty.includes(field)),
  };
}

/** Resolves the conflict of a field. */
export function choose<T extends object>(
  state: DraftState<T>,
  field: Field<T>,
  whose: 'mine' | 'theirs',
): DraftState<T> {
  if (whose === 'theirs') return write(state, pick(state.base, [field]));
  return { ...state, conflicts: state.conflicts.filter((other) => other !== field) };
}

/**
 * Three-way merge of local changes with the server's new values. A field changed on both sides stays in
 * conflict until the user resolves it, even if others save meanwhile.
 */
export function merge<T extends object>(state: DraftState<T>, base: T, revision: number): DraftState<T> {
  const { content } = state;
  const dirty = state.dirty.filter((field) => !same(content[field], base[field]));
  return {
    content: { ...base, ...pick(content, dirty) },
    base,
    revision,
    dirty,
    conflicts: dirty.filter(
      (field) => state.conflicts.includes(field) || !same(base[field], state.base[field]),
    ),
  };
}

/**
 * The server saved `sent`. Later input stays, trailing spaces included. Untouched fields follow the server: a
 * new tag clears the commit of the old one.
 */
export function markSaved<T extends object>(
  state: DraftState<T>,
  sent: Partial<T>,
  base: T,
  revision: number,
): DraftState<T> {
  const { content } = state;
  // A field that the user reverted during the call equals the old saved value and differs from the new one.
  const fields = [...new Set([...state.dirty, ...fieldsOf(sent)])];
  const still = fields.filter((field) => !(field in sent) || !same(content[field], sent[field]));
  const moved = fieldsOf(base).filter(
    (field) => !fields.includes(field) && !same(content[field], base[field]),
  );
  return { ...state, content: { ...content, ...pick(base, moved) }, base, revision, dirty: still };
}

/**
 * Unsaved changes in local storage. They survive a crash and an expired session, and other tabs see them at
 * once.
 */
export interface StoredEdits<T extends object> {
  /** The server's values as the last writing tab knew them. */
  revision: number;
  /**
   * The server's values of the fields in `mine`. A field without one has no common ancestor and is in
   * conflict.
   */
  base: Partial<T>;
  mine: Partial<T>;
}

/** Null for an empty value, and for text that is not a stored draft. */
export function parseStored<T extends object>(text: string | null): StoredEdits<T> | null {
  try {
    const stored = JSON.parse(text ?? 'null') as StoredEdits<T> | null;
    return stored && typeof stored.revision === 'number' && stored.mine && stored.base ? stored : null;
  } catch {
    return null;
  }
}

export const readStored = (key: string): string | null => browserStorage.get(key);

export const removeStored = (key: string): void => browserStorage.remove(key);

const nothing = <T extends object>(): StoredEdits<T> => ({ revision: 0, base: {}, mine: {} });

/**
 * Stores the unsaved changes of a draft in this browser. Tabs that edit the same object share one entry: each
 * writes only the fields that it changed or saved itself.
 */
export class StoredDraft<T extends object> {
  readonly #key: string;
  /** The entry as this tab last read or wrote it. */
  #own = nothing<T>();

  constructor(key: string) {
    this.#key = key;
  }

  /** The stored changes of an earlier visit, merged with the server's values. */
  restore(base: T, revision: number): DraftState<T> {
    const stored = this.#read();
    this.#own = stored;
    const dirty = fieldsOf(stored.mine).filter(
      (field) => field in base && hasShape(stored.mine[field], base[field], true),
    );
    const conflicts = dirty.filter((field) => !(field in stored.base));
    const before = { ...base, ...stored.base };
    const content = { ...base, ...pick(stored.mine, dirty) };
    return merge({ content, base: before, revision: stored.revision, dirty, conflicts }, base, revision);
  }

  save({ dirty, conflicts, base, content, revision }: DraftState<T>): void {
    const own: StoredEdits<T> = {
      revision,
      // An open conflict stays one in the next visit.
      base: pick(
        base,
        dirty.filter((field) => !conflicts.includes(field)),
      ),
      mine: pick(content, dirty),
    };
    const before = this.#own;
    const stored = this.#read();
    const touched = [...new Set([...fieldsOf(before.mine), ...dirty])].filter((field) => {
      if (field in own.mine && !same(own.mine[field], before.mine[field])) return true;
      const settled = !(field in own.mine) || !same(own.base[field], before.base[field]);
      // A value that another tab has written since belongs to that tab.
      return settled && same(stored.mine[field], before.mine[field]);
    });
    const others = fieldsOf(stored.mine).filter((field) => !touched.includes(field));
    const wrote = touched.filter((field) => field in own.mine);
    const all: StoredEdits<T> = {
      revision,
      base: { ...pick(stored.base, others), ...pick(own.base, wrote) },
      mine: { ...pick(stored.mine, others), ...pick(own.mine, wrote) },
    };
    if (touched.length > 0 && others.length + wrote.length === 0) browserStorage.remove(this.#key);
    else if (touched.length > 0) browserStorage.set(this.#key, JSON.stringify(all));
    this.#own = own;
  }

  #read(): StoredEdits<T> {
    return parseStored<T>(readStored(this.#key)) ?? nothing<T>();
  }
}
