import type { ApiFailure } from '@yunduo/api-client';
import type { DataOf, devApp, DevAppDetail, DevCheck, InputOf } from '@yunduo/api-contract';
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
} from '@yunduo/app-shell/draft-state';
import { isApiFailure } from '@yunduo/data-access';
import type { FieldErrors } from '@yunduo/validation';
import { listingValuesOf, listingKey, type ListingValues } from '../../app-pages/listing-values.ts';

type SaveInput = InputOf<typeof devApp.save>;
type Saved = DataOf<typeof devApp.save>;
export type DraftField = keyof ListingValues;

/** Pause between retries, in milliseconds; doubled each time. */
const RETRY = { first: 2_000, most: 60_000 } as const;

export interface DraftPorts {
  save: (input: SaveInput) => Promise<Saved>;
  /** Fetches the app's current state. */
  reload: () => Promise<DevAppDetail>;
  /** Validation errors of an input, by path. */
  check: (input: SaveInput) => Promise<FieldErrors>;
  /** Delay from the last change to the save, in milliseconds. */
  pause?: number;
}

export interface ListingDraftState extends DraftState<ListingValues> {
  savedAt: string;
  checks: readonly DevCheck[];
  ready: boolean;
  errors: FieldErrors;
  status: 'saved' | 'waiting' | 'saving' | 'failed';
  /** An error that a retry would not change. */
  rejection: ApiFailure | null;
  /** True if unsaved changes of an earlier visit were restored. */
  restored: boolean;
}

const fieldOf = (path: string): DraftField => path.split(/[.[]/)[0] as DraftField;

/** True if a retry may succeed. */
const isTransient = ({ status, code }: ApiFailure): boolean =>
  status < 400 || status >= 500 || status === 429 || code === 'TOO_MANY_REQUESTS';

/** Part of a draft as input of the call: pictures by id. */
function toInput(part: Partial<ListingValues>): SaveInput {
  const { logo, screenshots, ...rest } = part;
  return {
    ...rest,
    ...(logo !== undefined && { logo: logo?.id ?? null }),
    ...(screenshots && { screenshots: screenshots.map(({ id, alt }) => ({ id, alt })) }),
  };
}

/**
 * The draft of a listing during editing: saves after a pause, stores unsaved changes in this browser, and merges
 * changes saved elsewhere. A change is dropped only by the user's choice.
 */
export class ListingDraft {
  readonly #id: number;
  readonly #ports: DraftPorts;
  readonly #listeners = new Set<() => void>();
  readonly #stored: StoredDraft<ListingValues>;
  #state: ListingDraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  /** Rejected values: not sent again until they change. */
  #rejected: Partial<ListingValues> = {};
  #failures = 0;
  /** Earliest time of the next retry. */
  #notBefore = 0;
  #left = false;

  constructor(detail: DevAppDetail, ports: DraftPorts) {
    this.#id = detail.id;
    this.#ports = ports;
    this.#stored = new StoredDraft(listingKey(detail.id));
    const state = this.#stored.restore(listingValuesOf(detail), detail.revision);
    const restored = state.dirty.length > 0;
    this.#state = {
      ...state,
      savedAt: detail.updated_at,
      checks: detail.checks,
      ready: detail.ready,
      errors: {},
      status: restored ? 'waiting' : 'saved',
      rejection: null,
      restored,
    };
    if (restored) this.#schedule();
  }

  readonly get = (): ListingDraftState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  change(part: Partial<ListingValues>): void {
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
  choose(field: DraftField, whose: 'mine' | 'theirs'): void {
    this.#set(choose(this.#state, field, whose));
    this.#stored.save(this.#state);
    this.#schedule(0);
  }

  /**
   * Merges a fresh response. While a save is running only its checks are taken: the response may contain that save.
   */
  receive(detail: DevAppDetail): void {
    const { revision, checks, ready } = detail;
    if (revision < this.#state.revision) return;
    if (revision > this.#state.revision && !this.#sending) {
      const merged = merge(this.#state, listingValuesOf(detail), revision);
      // The server had stored a save whose answer was lost.
      const settled = merged.dirty.length === 0 && { status: 'saved' as const, rejection: null };
      this.#set({ ...merged, savedAt: detail.updated_at, ...settled });
      this.#stored.save(this.#state);
    }
    this.#set({ checks, ready });
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

  /** To be called when the page opens (again). */
  stay(): void {
    this.#left = false;
  }

  /** To be called when the page unmounts: saves, without retries after an error; the next visit restores the rest. */
  async leave(): Promise<void> {
    this.#left = true;
    do await this.flush();
    while (this.#left && this.#state.status === 'waiting');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #sendable(): DraftField[] {
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
      found = await this.#ports.check(toInput(pick(content, wanted)));
    } catch {
      // The schema could not be loaded: retry.
      return this.#fail();
    }
    const invalid = new Set(Object.keys(found).map(fieldOf));
    for (const field of invalid) this.#reject(field, content);
    const fields = wanted.filter((field) => !invalid.has(field));
    this.#set({
      errors: { ...this.#state.errors, ...found },
      status: fields.length > 0 ? 'saving' : 'saved',
    });
    if (fields.length === 0) return;
    const sent = pick(content, fields);
    try {
      this.#take(
        await this.#ports.save({ id: this.#id, revision: this.#state.revision, ...toInput(sent) }),
        sent,
      );
    } catch (error) {
      await this.#recover(error, sent);
    }
    this.#stored.save(this.#state);
    if (this.#state.status === 'waiting' || (this.#state.status === 'saved' && this.#sendable().length > 0))
      this.#schedule();
  }

  #take(saved: Saved, sent: Partial<ListingValues>): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#set({
      ...markSaved(this.#state, sent, listingValuesOf(saved), saved.revision),
      savedAt: saved.updated_at,
      checks: saved.checks,
      ready: saved.ready,
      status: 'saved',
      rejection: null,
    });
  }

  async #recover(error: unknown, sent: Partial<ListingValues>): Promise<void> {
    if (!isApiFailure(error)) {
      this.#fail();
      throw error;
    }
    if (error.code === 'EDIT_CONFLICT') return this.#mergeReloaded();
    if (error.code === 'APP_KEY_FIXED') {
      // The app was submitted in another tab, which fixes its key.
      this.choose('app_key', 'theirs');
      return this.#set({ status: 'waiting' });
    }
    const fields = error.data.fields ?? {};
    const rejected = Object.keys(fields).map(fieldOf);
    if (rejected.length === 0) return this.#fail(error);
    for (const field of rejected) this.#reject(field, { ...this.#state.content, ...sent });
    this.#set({ errors: { ...this.#state.errors, ...(fields as FieldErrors) }, status: 'waiting' });
  }

  /** Saved elsewhere meanwhile, possibly in another tab. */
  async #mergeReloaded(): Promise<void> {
    try {
      const detail = await this.#ports.reload();
      this.#set({
        ...merge(this.#state, listingValuesOf(detail), detail.revision),
        checks: detail.checks,
        ready: detail.ready,
        status: 'waiting',
      });
    } catch (error) {
      this.#fail(isApiFailure(error) ? error : undefined);
    }
  }

  /** Records the error; a transient one is retried with exponential backoff. */
  #fail(failure?: ApiFailure): void {
    const rejection = failure && !isTransient(failure) ? failure : null;
    this.#set({ status: 'failed', rejection });
    if (rejection) return;
    const pause = Math.min(RETRY.first * 2 ** this.#failures, RETRY.most);
    this.#failures += 1;
    this.#notBefore = Date.now() + Math.max(pause, (failure?.data.retry_after ?? 0) * 1000);
    if (!this.#left) this.#schedule(0);
  }

  #reject(field: DraftField, content: ListingValues): void {
    this.#rejected = { ...this.#rejected, [field]: content[field] };
  }

  #set(part: Partial<ListingDraftState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
