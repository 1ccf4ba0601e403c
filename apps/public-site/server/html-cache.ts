import { Lru } from './lru.ts';

/** What a rendering gives: 5xx and redirects are passed on and never kept. */
export interface Rendered {
  status: number;
  /** Something was away that only part of the page needs: it is shown and not kept. */
  partial?: boolean;
  /** It shows the time that is left: aged, it waits for its successor as one whose content changed does. */
  timed?: boolean;
}

export interface CacheOptions<P extends Rendered> {
  /** Makes the page of this revision of the content; `before` is the one that it follows. */
  render: (key: string, before: P | null, revision: number) => Promise<P>;
  /** Hears of a page that is served again: only that one is worth more work. */
  again?: (page: P) => void;
  /** Hears how each question for a page was answered. */
  counted?: (lookup: Lookup) => void;
  /** Hears of each rendering, and of the milliseconds that it took. */
  rendered?: (outcome: Rendering, took: number) => void;
  weigh: (page: P) => number;
  /** Milliseconds on a clock that only goes forward. */
  now?: () => number;
  /** How long a page is served without asking again, in ms: pages, and pages that do not exist. */
  fresh?: { page: number; missing: number };
  /** How long a page whose content, or whose time, changed may wait for its successor before the old one is served. */
  patience?: number;
  /** Pause before a failed rendering is tried again while an older page serves. */
  retryAfter?: number;
  limit?: { weight: number; entries: number };
}

/** Fresh; aged, or changed and renewed too late: an older page; waited for: a rendering. */
export const LOOKUPS = ['fresh', 'aged', 'waited_for'] as const;
export type Lookup = (typeof LOOKUPS)[number];
export const RENDERINGS = ['ok', 'partial', 'failed'] as const;
export type Rendering = (typeof RENDERINGS)[number];

interface Kept<P> {
  page: P;
  at: number;
  revision: number;
  /** No new rendering before: the last one failed. */
  notBefore: number;
}

const MB = 1024 * 1024;

/**
 * Rendered pages in memory, bounded. Many visitors who miss the same page wait for one rendering; an aged page is
 * served at once and renewed behind the visitor; one whose content changed, or that shows the time that is left, is renewed
 * first; while nothing can be rendered the old one serves on.
 */
export class HtmlCache<P extends Rendered> {
  readonly #options: Required<CacheOptions<P>>;
  readonly #pages: Lru<Kept<P>>;
  // Addresses that do not exist are endless: they may not push pages out.
  readonly #missing: Lru<Kept<P>>;
  readonly #running = new Map<string, Promise<P>>();
  #revision = 0;

  constructor(options: CacheOptions<P>) {
    this.#options = {
      again: () => undefined,
      counted: () => undefined,
      rendered: () => undefined,
      now: () => performance.now(),
      fresh: { page: 60_000, missing: 10_000 },
      patience: 1500,
      retryAfter: 2000,
      limit: { weight: 96 * MB, entries: 5000 },
      ...options,
    };
    this.#pages = new Lru(this.#options.limit);
    this.#missing = new Lru({ weight: this.#options.limit.weight / 16, entries: 200 });
  }

  get size(): number {
    return this.#pages.size + this.#missing.size;
  }

  get revision(): number {
    return this.#revision;
  }

  /** The number of the present content: what was rendered under another one is old. */
  setRevision(revision: number): void {
    this.#revision = revision;
  }

  /** The page if it is there and fresh; null sends the caller to `get`. */
  peek(key: string): P | null {
    const kept = this.#pages.get(key);
    if (!kept || kept.revision !== this.#revision) return null;
    if (this.#options.now() - kept.at >= this.#options.fresh.page) return null;
    this.#options.again(kept.page);
    this.#options.counted('fresh');
    return kept.page;
  }

  async get(key: string): Promise<P> {
    const kept = this.#pages.get(key) ?? this.#missing.get(key);
    const { again, counted, now, fresh, patience } = this.#options;
    if (!kept) {
      counted('waited_for');
      return this.#renew(key, null);
    }
    again(kept.page);
    const changed = kept.revision !== this.#revision;
    const age = now() - kept.at;
    if (!changed && age < (kept.page.status === 200 ? fresh.page : fresh.missing)) {
      counted('fresh');
      return kept.page;
    }
    if (now() < kept.notBefore) {
      counted('aged');
      return kept.page;
    }
    const renewed = this.#renew(key, kept.page).then(
      (page) => (page.status >= 500 || page.partial ? this.#keepOn(kept) : page),
      () => this.#keepOn(kept),
    );
    if (!changed && !kept.page.timed) {
      counted('aged');
      return kept.page;
    }
    const page = await within(renewed, patience, kept.page);
    counted(page === kept.page ? 'aged' : 'waited_for');
    return page;
  }

  /** What is being rendered now, for a shutdown that ends it in order. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #keepOn(kept: Kept<P>): P {
    kept.notBefore = this.#options.now() + this.#options.retryAfter;
    return kept.page;
  }

  #renew(key: string, before: P | null): Promise<P> {
    const running = this.#running.get(key);
    if (running) return running;
    // The revision of the start counts: content that changes meanwhile makes the result old.
    const revision = this.#revision;
    const { now, rendered } = this.#options;
    const begun = now();
    const rendering = this.#options
      .render(key, before, revision)
      .then(
        (page) => {
          this.#keep(key, page, revision);
          rendered(page.status >= 500 ? 'failed' : page.partial ? 'partial' : 'ok', now() - begun);
          return page;
        },
        (error: unknown) => {
          rendered('failed', now() - begun);
          throw error;
        },
      )
      .finally(() => this.#running.delete(key));
    this.#running.set(key, rendering);
    return rendering;
  }

  #keep(key: string, page: P, revision: number): void {
    const missing = page.status === 404;
    if (page.partial || page.status >= 500) return;
    if (page.status !== 200 && !missing) {
      // It moved: what stood here before is no answer any more, also not for who comes while it is asked again.
      this.#pages.delete(key);
      this.#missing.delete(key);
      return;
    }
    const kept: Kept<P> = { page, at: this.#options.now(), revision, notBefore: 0 };
    (missing ? this.#pages : this.#missing).delete(key);
    (missing ? this.#missing : this.#pages).set(key, kept, this.#options.weigh(page) + 2 * key.length);
  }
}

/** The value, or `otherwise` when it takes longer than `ms`. */
async function within<T>(value: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
