import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import type { FieldErrors } from '@yunduo/validation';
import {
  choose,
  fieldsOf,
  markSaved,
  merge,
  pick,
  same,
  StoredDraft,
  write,
  type DraftState,
} from './draft-state.ts';

/** Pause between retries, in milliseconds; doubled each time. */
const RETRY = { first: 2_000, most: 60_000 } as const;

/** The server's answer about a draft: its values, and what a page shows beside them. */
export interface SavedState<T extends object, X> {
  values: T;
  revision: number;
  extra: X;
}

export interface AutosavePorts<T extends object, X> {
  /** Saves these fields on top of this revision. */
  save: (part: Partial<T>, revision: number) => Promise<SavedState<T, X>>;
  /** Fetches the current state. */
  reload: () => Promise<SavedState<T, X>>;
  /** Validation errors of these fields, by path. */
  check: (part: Partial<T>) => Promise<FieldErrors>;
  /** The field that this rejection has fixed on the server: its local value is dropped. */
  fixedBy?: (failure: ApiFailure) => keyof T | undefined;
  /** Delay from the last change to the save, in milliseconds. */
  pause?: number | undefined;
}

export interface AutosaveState<T extends object, X> extends DraftState<T> {
  extra: X;
  errors: FieldErrors;
  status: 'saved' | 'waiting' | 'saving' | 'failed';
  /** Why the last save did not succeed; null after one that did. */
  failure: ApiFailure | null;
  /** An error that a retry would not change. */
  rejection: ApiFailure | null;
  /** True if unsaved changes of an earlier visit were restored. */
  restored: boolean;
}

/** The field of a path such as `name.en`. */
const fieldOf = <T>(path: string) => path.split(/[.[]/)[0] as Extract<keyof T, string>;

/** True if a retry may succeed. */
const isTransient = ({ status, code }: ApiFailure): boolean =>
  status < 400 || status >= 500 || status === 429 || code === 'TOO_MANY_REQUESTS';

/**
 * A draft that saves itself during editing: after a pause, with unsaved changes stored in this browser, and merged with
 * changes saved elsewhere. A change is dropped only by the user's choice.
 */
export class AutosavedDraft<T extends object, X> {
  readonly #ports: AutosavePorts<T, X>;
  readonly #listeners = new Set<() => void>();
  readonly #stored: StoredDraft<T>;
  #state: AutosaveState<T, X>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  /** Rejected values: not sent again until they change. */
  #rejected: Partial<T> = {};
  #failures = 0;
  /** Earliest time of the next retry. */
  #notBefore = 0;
  #left = false;

  /** `key` is the storage key of unsaved changes. */
  constructor(key: string, { values, revision, extra }: SavedState<T, X>, ports: AutosavePorts<T, X>) {
    this.#ports = ports;
    this.#stored = new StoredDraft(key);
    const state = this.#stored.restore(values, revision);
    const restored = state.dirty.length > 0;
    this.#state = {
      ...state,
      extra,
      errors: {},
      status: restored ? 'waiting' : 'saved',
      failure: null,
      rejection: null,
      restored,
    };
  }

  readonly get = (): AutosaveState<T, X> => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  change(part: Partial<T>): void {
    const fields = fieldsOf(part);
    const errors = Object.entries(this.#state.errors).filter(([path]) => !fields.includes(fieldOf(path)));
    this.#set({
      ...write(this.#state, part),
      errors: Object.fromEntries(errors),
      ...(this.#notBefore <= Date.now() && { status: 'waiting' as const }),
    });
    this.#stored.save(this.#state);
    this.#schedule();
  }

  /** Resolves the conflict of a field. */
  choose(field: Extract<keyof T, string>, whose: 'mine' | 'theirs'): void {
    this.#set(choose(this.#state, field, whose));
    this.#stored.save(this.#state);
    this.#schedule(0);
  }

  /**
   * Merges a fresh response. While a save is running only `extra` is taken: the response may contain that save.
   */
  receive({ values, revision, extra }: SavedState<T, X>): void {
    if (revision < this.#state.revision) return;
    if (revision > this.#state.revision && !this.#sending) {
      const merged = merge(this.#state, values, revision);
      // The server had stored a save whose answer was lost.
      const settled = merged.dirty.length === 0 && {
        status: 'saved' as const,
        failure: null,
        rejection: null,
      };
      this.#set({ ...merged, ...settled });
      this.#stored.save(this.#state);
    }
    this.#set({ extra });
  }

  /** Saves now; resolves when no save is running. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    if (this.#sendable().length === 0) {
      if (this.#state.status === 'waiting') this.#set({ status: 'saved' });
      return;
    }
    this.#sending = this.#send().finally(() => (this.#sending = null));
    await this.#sending;
  }

  /**
   * To be called when the page opens (again): what an earlier visit left unsaved is sent. The constructor sends nothing:
   * React may drop a rendering, and the draft that it made.
   */
  stay(): void {
    this.#left = false;
    const { status, rejection } = this.#state;
    if (status === 'waiting' || (status === 'failed' && !rejection)) this.#schedule();
  }

  /** To be called when the page unmounts: saves, without retries after an error; the next visit restores the rest. */
  async leave(): Promise<void> {
    this.#left = true;
    const { status, rejection } = this.#state;
    if (status === 'failed' && rejection) return;
    do await this.flush();
    while (this.#left && this.#state.status === 'waiting');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #sendable() {
    const { dirty, conflicts, content } = this.#state;
    return dirty.filter(
      (field) =>
        !conflicts.includes(field) &&
        !(field in this.#rejected && same(this.#rejected[field], content[field])),
    );
  }

  #schedule(pause = this.#ports.pause ?? 1_000): void {
    clearTimeout(this.#timer);
    const soonest = this.#notBefore - Date.now();
    this.#timer = setTimeout(() => void this.flush(), Math.max(pause, soonest));
  }

  async #send(): Promise<void> {
    const { content } = this.#state;
    const wanted = this.#sendable();
    let found: FieldErrors;
    try {
      found = await this.#ports.check(pick(content, wanted));
    } catch {
      // The schema could not be loaded: retry.
      return this.#fail();
    }
    const invalid = new Set(Object.keys(found).map(fieldOf<T>));
    for (const field of invalid) this.#reject(field, content);
    const fields = wanted.filter((field) => !invalid.has(field));
    this.#set({
      errors: { ...this.#state.errors, ...found },
      status: fields.length > 0 ? 'saving' : 'saved',
    });
    if (fields.length === 0) return;
    const sent = pick(content, fields);
    try {
      this.#take(await this.#ports.save(sent, this.#state.revision), sent);
    } catch (error) {
      await this.#recover(error, sent);
    }
    this.#stored.save(this.#state);
    if (this.#state.status === 'waiting' || (this.#state.status === 'saved' && this.#sendable().length > 0))
      this.#schedule();
  }

  #take({ values, revision, extra }: SavedState<T, X>, sent: Partial<T>): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#set({
      ...markSaved(this.#state, sent, values, revision),
      extra,
      status: 'saved',
      failure: null,
      rejection: null,
    });
  }

  async #recover(error: unknown, sent: Partial<T>): Promise<void> {
    if (!isApiFailure(error)) {
      this.#fail();
      throw error;
    }
    this.#set({ failure: error });
    if (error.code === 'EDIT_CONFLICT') return this.#mergeReloaded();
    const fixed = this.#ports.fixedBy?.(error) as Extract<keyof T, string> | undefined;
    if (fixed) {
      this.choose(fixed, 'theirs');
      return this.#set({ status: 'waiting' });
    }
    const fields = error.data.fields ?? {};
    const rejected = Object.keys(fields).map(fieldOf<T>);
    if (rejected.length === 0) return this.#fail(error);
    for (const field of rejected) this.#reject(field, { ...this.#state.content, ...sent });
    this.#set({ errors: { ...this.#state.errors, ...(fields as FieldErrors) }, status: 'waiting' });
  }

  /** Saved elsewhere meanwhile, possibly in another tab. */
  async #mergeReloaded(): Promise<void> {
    try {
      const { values, revision, extra } = await this.#ports.reload();
      this.#set({ ...merge(this.#state, values, revision), extra, status: 'waiting' });
    } catch (error) {
      this.#fail(isApiFailure(error) ? error : undefined);
    }
  }

  /** Records the error; a transient one is retried with exponential backoff. */
  #fail(failure?: ApiFailure): void {
    const rejection = failure && !isTransient(failure) ? failure : null;
    this.#set({ status: 'failed', rejection, ...(failure && { failure }) });
    if (rejection) return;
    const pause = Math.min(RETRY.first * 2 ** this.#failures, RETRY.most);
    this.#failures += 1;
    this.#notBefore = Date.now() + Math.max(pause, (failure?.data.retry_after ?? 0) * 1000);
    if (!this.#left) this.#schedule(0);
  }

  #reject(field: Extract<keyof T, string>, content: T): void {
    this.#rejected = { ...this.#rejected, [field]: content[field] };
  }

  #set(part: Partial<AutosaveState<T, X>>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
