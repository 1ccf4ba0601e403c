import type { ApiFailure } from '@yunduo/api-client';
import type { DataOf, devApp, DevAppDetail, DevCheck, InputOf } from '@yunduo/api-contract';
import { isApiFailure } from '@yunduo/data-access';
import type { FieldErrors } from '@yunduo/validation';
import { draftOf, keptKey, type AppDraft } from '../../own-app/app-draft.ts';
import { choose, fieldsOf, layOver, pick, same, taken, write, type Edited } from '../../own-app/edited.ts';
import { KeptEdit } from '../../own-app/kept-edit.ts';

type SaveInput = InputOf<typeof devApp.save>;
type Saved = DataOf<typeof devApp.save>;
export type DraftField = keyof AppDraft;

/** Between two tries while the server cannot be reached, in milliseconds: each pause is twice the one before. */
const AGAIN = { first: 2_000, most: 60_000 } as const;

/** What a draft needs of the world around it. */
export interface DraftPorts {
  save: (input: SaveInput) => Promise<Saved>;
  /** The app as the server has it now. */
  reload: () => Promise<DevAppDetail>;
  /** Faults of what would be sent, by path. */
  check: (input: SaveInput) => Promise<FieldErrors>;
  /** After the last key, in milliseconds. */
  pause?: number;
}

export interface DraftState extends Edited<AppDraft> {
  savedAt: string;
  checks: readonly DevCheck[];
  ready: boolean;
  faults: FieldErrors;
  status: 'saved' | 'waiting' | 'saving' | 'failed';
  /** Why it failed, where trying again would not help. */
  refusal: ApiFailure | null;
  /** Something of an earlier visit was brought back. */
  restored: boolean;
}

const fieldOf = (path: string): DraftField => path.split(/[.[]/)[0] as DraftField;

/** A server that is away, busy or broken may answer the next time; one that refuses says why. */
const passes = ({ status, code }: ApiFailure): boolean =>
  status < 400 || status >= 500 || status === 429 || code === 'TOO_MANY_REQUESTS';

/** A part of a draft as the call takes it: pictures by their ids. */
function toInput(part: Partial<AppDraft>): SaveInput {
  const { logo, screenshots, ...rest } = part;
  return {
    ...rest,
    ...(logo !== undefined && { logo: logo?.id ?? null }),
    ...(screenshots && { screenshots: screenshots.map(({ id, alt }) => ({ id, alt })) }),
  };
}

/**
 * The draft of an app as it is being written: it saves by itself when the hand rests, keeps what is not saved in this
 * browser, and lays what was written here over what was written elsewhere, field by field. Nothing is ever dropped
 * unless somebody chose so.
 */
export class Draft {
  readonly #id: number;
  readonly #ports: DraftPorts;
  readonly #listeners = new Set<() => void>();
  readonly #kept: KeptEdit<AppDraft>;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  /** What the server would not take; it is not sent again until it says something else. */
  #refused: Partial<AppDraft> = {};
  #failures = 0;
  /** No hand makes it try again before this moment. */
  #notBefore = 0;
  #left = false;

  constructor(detail: DevAppDetail, ports: DraftPorts) {
    this.#id = detail.id;
    this.#ports = ports;
    this.#kept = new KeptEdit(keptKey(detail.id));
    const edited = this.#kept.restore(draftOf(detail), detail.revision);
    const restored = edited.dirty.length > 0;
    this.#state = {
      ...edited,
      savedAt: detail.updated_at,
      checks: detail.checks,
      ready: detail.ready,
      faults: {},
      // It is on its way, not held back.
      status: restored ? 'waiting' : 'saved',
      refusal: null,
      restored,
    };
    if (restored) this.#schedule();
  }

  readonly get = (): DraftState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Writes into fields; what says again what is saved needs no saving. */
  change(part: Partial<AppDraft>): void {
    const fields = fieldsOf(part);
    const faults = Object.entries(this.#state.faults).filter(([path]) => !fields.includes(fieldOf(path)));
    this.#set({
      ...write(this.#state, part),
      faults: Object.fromEntries(faults),
      ...(this.#notBefore <= Date.now() && { status: 'waiting' as const }),
    });
    this.#kept.keep(this.#state);
    this.#schedule();
  }

  /** Of a field that was written here and elsewhere: which text stays. */
  choose(field: DraftField, whose: 'mine' | 'theirs'): void {
    this.#set(choose(this.#state, field, whose));
    this.#kept.keep(this.#state);
    this.#schedule(0);
  }

  /**
   * The app as the server has it by now: what it finds of the draft, and what was written elsewhere. While something is
   * on its way that may be of this very draft: its answer says more.
   */
  meet(detail: DevAppDetail): void {
    const { revision, checks, ready } = detail;
    if (revision < this.#state.revision) return;
    if (revision > this.#state.revision && !this.#sending) {
      const laid = layOver(this.#state, draftOf(detail), revision);
      // Nothing is left to save: what did not come back from the server had arrived there.
      const settled = laid.dirty.length === 0 && { status: 'saved' as const, refusal: null };
      this.#set({ ...laid, savedAt: detail.updated_at, ...settled });
      this.#kept.keep(this.#state);
    }
    this.#set({ checks, ready });
  }

  /** Saves now what can be saved; resolves when it has come to rest. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    // Of several that wait for the same answer the first sends, and the others wait again.
    while (this.#sending) await this.#sending;
    if (this.#sendable().length === 0) {
      if (this.#state.status === 'waiting') this.#set({ status: 'saved' });
      return;
    }
    this.#sending = this.#send().finally(() => (this.#sending = null));
    await this.#sending;
  }

  /** The page is open, perhaps again. */
  stay(): void {
    this.#left = false;
  }

  /**
   * The page is left: resolves when everything is saved, or nothing tries again, or the page is open again. The next
   * visit finds the rest.
   */
  async leave(): Promise<void> {
    this.#left = true;
    do await this.flush();
    while (this.#left && this.#state.status === 'waiting');
  }

  /** Nothing is saved by itself any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #sendable(): DraftField[] {
    const { dirty, clashes, content } = this.#state;
    return dirty.filter(
      (field) =>
        !clashes.includes(field) && !(field in this.#refused && same(this.#refused[field], content[field])),
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
      // The rules did not come: nothing is known about what was written, and nothing is wrong with it.
      return this.#fail();
    }
    const faulty = new Set(Object.keys(found).map(fieldOf));
    for (const field of faulty) this.#refuse(field, content);
    const fields = wanted.filter((field) => !faulty.has(field));
    this.#set({
      faults: { ...this.#state.faults, ...found },
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
    this.#kept.keep(this.#state);
    if (this.#state.status === 'waiting' || (this.#state.status === 'saved' && this.#sendable().length > 0))
      this.#schedule();
  }

  #take(saved: Saved, sent: Partial<AppDraft>): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#set({
      ...taken(this.#state, sent, draftOf(saved), saved.revision),
      savedAt: saved.updated_at,
      checks: saved.checks,
      ready: saved.ready,
      status: 'saved',
      refusal: null,
    });
  }

  async #recover(error: unknown, sent: Partial<AppDraft>): Promise<void> {
    if (!isApiFailure(error)) {
      this.#fail();
      throw error;
    }
    if (error.code === 'EDIT_CONFLICT') return this.#layOver();
    if (error.code === 'APP_KEY_FIXED') {
      // The app was handed in meanwhile, in another tab: its key is what the reviewers saw.
      this.choose('app_key', 'theirs');
      return this.#set({ status: 'waiting' });
    }
    const fields = error.data.fields ?? {};
    const refused = Object.keys(fields).map(fieldOf);
    if (refused.length === 0) return this.#fail(error);
    for (const field of refused) this.#refuse(field, { ...this.#state.content, ...sent });
    this.#set({ faults: { ...this.#state.faults, ...(fields as FieldErrors) }, status: 'waiting' });
  }

  /** Somebody saved meanwhile, perhaps in another tab: what only one of us wrote goes together. */
  async #layOver(): Promise<void> {
    try {
      const detail = await this.#ports.reload();
      this.#set({
        ...layOver(this.#state, draftOf(detail), detail.revision),
        checks: detail.checks,
        ready: detail.ready,
        status: 'waiting',
      });
    } catch (error) {
      this.#fail(isApiFailure(error) ? error : undefined);
    }
  }

  /** It was not saved. What may pass is tried again by itself, after a pause that grows. */
  #fail(failure?: ApiFailure): void {
    const refusal = failure && !passes(failure) ? failure : null;
    this.#set({ status: 'failed', refusal });
    if (refusal) return;
    const pause = Math.min(AGAIN.first * 2 ** this.#failures, AGAIN.most);
    this.#failures += 1;
    this.#notBefore = Date.now() + Math.max(pause, (failure?.data.retry_after ?? 0) * 1000);
    if (!this.#left) this.#schedule(0);
  }

  #refuse(field: DraftField, content: AppDraft): void {
    this.#refused = { ...this.#refused, [field]: content[field] };
  }

  #set(part: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
