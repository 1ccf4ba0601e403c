import type { DataOf, devApp, DevAppDetail, DevCheck, InputOf } from '@yunduo/api-contract';
import { isApiFailure } from '@yunduo/data-access';
import type { Faults } from '../../forms/faults-of.ts';
import { draftOf, keptKey, parseKept, type AppDraft, type Kept } from '../../own-app/app-draft.ts';

type SaveInput = InputOf<typeof devApp.save>;
type Saved = DataOf<typeof devApp.save>;
export type DraftField = keyof AppDraft;

/** What a draft needs of the world around it. */
export interface DraftPorts {
  save: (input: SaveInput) => Promise<Saved>;
  /** The app as the server has it now. */
  reload: () => Promise<DevAppDetail>;
  /** Faults of what would be sent, by path. */
  check: (input: SaveInput) => Promise<Faults>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** After the last key, in milliseconds. */
  pause?: number;
}

export interface DraftState {
  /** What the form shows. */
  content: AppDraft;
  /** As the server has it. */
  base: AppDraft;
  revision: number;
  savedAt: string;
  checks: readonly DevCheck[];
  ready: boolean;
  /** Written here and not saved yet. */
  dirty: readonly DraftField[];
  /** Written here and elsewhere, differently: they wait for a choice. `base` holds the others' text. */
  clashes: readonly DraftField[];
  faults: Faults;
  status: 'saved' | 'waiting' | 'saving' | 'failed';
  /** Something of an earlier visit was brought back. */
  restored: boolean;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const fieldOf = (path: string): DraftField => path.split(/[.[]/)[0] as DraftField;
const pick = (content: AppDraft, fields: readonly DraftField[]): Partial<AppDraft> =>
  Object.fromEntries(fields.map((field) => [field, content[field]]));

/** A part of a draft as the call takes it: pictures by their ids. */
export function toInput(part: Partial<AppDraft>): SaveInput {
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
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  /** What the server would not take; it is not sent again until it says something else. */
  #refused: Partial<AppDraft> = {};

  constructor(detail: DevAppDetail, ports: DraftPorts) {
    this.#id = detail.id;
    this.#ports = ports;
    const base = draftOf(detail);
    this.#state = {
      content: base,
      base,
      revision: detail.revision,
      savedAt: detail.updated_at,
      checks: detail.checks,
      ready: detail.ready,
      dirty: [],
      clashes: [],
      faults: {},
      status: 'saved',
      restored: false,
    };
    const kept = this.#kept();
    if (!kept) return;
    const content = { ...base, ...kept.mine };
    const fields = Object.keys(kept.mine) as DraftField[];
    const dirty = fields.filter((field) => !same(content[field], base[field]));
    const clashes =
      kept.revision === detail.revision ? [] : dirty.filter((field) => !same(kept.base[field], base[field]));
    this.#state = { ...this.#state, content, dirty, clashes, restored: dirty.length > 0 };
    if (dirty.length === 0) return;
    // It is on its way, not held back.
    this.#state = { ...this.#state, status: 'waiting' };
    this.#schedule();
  }

  readonly get = (): DraftState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Writes into fields; what says again what is saved needs no saving. */
  change(part: Partial<AppDraft>): void {
    const { base, dirty, faults } = this.#state;
    const fields = Object.keys(part) as DraftField[];
    const changed = fields.filter((field) => !same(part[field], base[field]));
    this.#set({
      content: { ...this.#state.content, ...part },
      dirty: [...dirty.filter((field) => !fields.includes(field)), ...changed],
      faults: Object.fromEntries(Object.entries(faults).filter(([path]) => !fields.includes(fieldOf(path)))),
      status: 'waiting',
    });
    this.#keep();
    this.#schedule();
  }

  /** Of a field that was written here and elsewhere: which text stays. */
  choose(field: DraftField, whose: 'mine' | 'theirs'): void {
    const { base, content, clashes, dirty } = this.#state;
    this.#set({
      clashes: clashes.filter((other) => other !== field),
      ...(whose === 'theirs' && {
        content: { ...content, [field]: base[field] },
        dirty: dirty.filter((other) => other !== field),
      }),
    });
    this.#keep();
    this.#schedule(0);
  }

  /** Saves now what can be saved; resolves when it has come to rest. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#sendable().length === 0) {
      if (this.#state.status === 'waiting') this.#set({ status: 'saved' });
      return;
    }
    this.#sending = this.#send().finally(() => (this.#sending = null));
    await this.#sending;
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
    this.#timer = setTimeout(() => void this.flush(), pause);
  }

  async #send(): Promise<void> {
    const { content } = this.#state;
    const wanted = this.#sendable();
    const found = await this.#ports.check(toInput(pick(content, wanted)));
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
    this.#keep();
    if (this.#state.status === 'waiting' || (this.#state.status === 'saved' && this.#sendable().length > 0))
      this.#schedule();
  }

  #take(saved: Saved, sent: Partial<AppDraft>): void {
    const { content, dirty } = this.#state;
    // The hand went on meanwhile: what it wrote stays on the screen, spaces at the end too.
    const still = dirty.filter((field) => !(field in sent) || !same(content[field], sent[field]));
    this.#set({
      base: draftOf(saved),
      revision: saved.revision,
      savedAt: saved.updated_at,
      checks: saved.checks,
      ready: saved.ready,
      dirty: still,
      status: 'saved',
    });
  }

  async #recover(error: unknown, sent: Partial<AppDraft>): Promise<void> {
    if (!isApiFailure(error)) {
      this.#set({ status: 'failed' });
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
    if (refused.length === 0) return this.#set({ status: 'failed' });
    for (const field of refused) this.#refuse(field, { ...this.#state.content, ...sent });
    this.#set({ faults: { ...this.#state.faults, ...(fields as Faults) }, status: 'waiting' });
  }

  /** Somebody saved meanwhile, perhaps in another tab: what only one of us wrote goes together. */
  async #layOver(): Promise<void> {
    try {
      const detail = await this.#ports.reload();
      const fresh = draftOf(detail);
      const { base, content, dirty } = this.#state;
      const clashes = dirty.filter(
        (field) => !same(fresh[field], base[field]) && !same(fresh[field], content[field]),
      );
      this.#set({
        base: fresh,
        content: { ...fresh, ...pick(content, dirty) },
        revision: detail.revision,
        checks: detail.checks,
        ready: detail.ready,
        clashes,
        status: 'waiting',
      });
    } catch {
      this.#set({ status: 'failed' });
    }
  }

  #refuse(field: DraftField, content: AppDraft): void {
    this.#refused = { ...this.#refused, [field]: content[field] };
  }

  #set(part: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  #kept(): Kept | null {
    try {
      return parseKept(this.#ports.storage.getItem(keptKey(this.#id)));
    } catch {
      // A storage that may not be read holds nothing.
      return null;
    }
  }

  #keep(): void {
    const { dirty, base, content, revision, clashes } = this.#state;
    try {
      if (dirty.length === 0) return this.#ports.storage.removeItem(keptKey(this.#id));
      // A clash that nobody has settled must be one again in the next visit: it keeps no common ground.
      const ground = pick(
        base,
        dirty.filter((field) => !clashes.includes(field)),
      );
      const kept: Kept = {
        revision: clashes.length > 0 ? 0 : revision,
        base: ground,
        mine: pick(content, dirty),
      };
      this.#ports.storage.setItem(keptKey(this.#id), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: saving to the server goes on.
    }
  }
}
