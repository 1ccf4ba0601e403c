import { Lru } from './lru.ts';

/** Result of a rendering. 5xx and redirects are passed on and never cached. */
export interface Rendered {
  status: number;
  /** Data for part of the page was unavailable: the page is sent but not cached. */
  partial?: boolean;
  /** The page shows the remaining time: once stale, it waits for its new rendering, as after a content change. */
  timed?: boolean;
}

export interface CacheOptions<P extends Rendered> {
  /** Renders the page for this content revision; `before` is the previous rendering. */
  render: (key: string, before: P | null, revision: number) => Promise<P>;
  /** Called when a page is served a second time: only such pages are worth more compression. */
  again?: (page: P) => void;
  /** Called with the result of each lookup. */
  counted?: (lookup: Lookup) => void;
  /** Called after each rendering, with its duration in ms. */
  rendered?: (outcome: Rendering, took: number) => void;
  weigh: (page: P) => number;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
  /** Time in ms for which a page is served without revalidation: existing and missing pages. */
  fresh?: { page: number; missing: number };
  /**
   * Time in ms that a request waits for a new rendering, after a content change or of a timed page, before it gets the
   * old one.
   */
  patience?: number;
  /** Pause before a failed rendering is retried while an older page is served, in ms. */
  retryAfter?: number;
  limit?: { weight: number; entries: number };
}

/**
 * `fresh`: from the cache; `aged`: a stale page, or one whose new rendering came too late; `waited_for`: waited for a
 * rendering.
 */
export const LOOKUPS = ['fresh', 'aged', 'waited_for'] as const;
export type Lookup = (typeof LOOKUPS)[number];
export const RENDERINGS = ['ok', 'partial', 'failed'] as const;
export type Rendering = (typeof RENDERINGS)[number];

interface Cached<P> {
  page: P;
  at: number;
  revision: number;
  /** Number of its rendering, in the order in which they began. */
  order: number;
  /** No new rendering before this time: the last one failed. */
  notBefore: number;
}

const MB = 1024 * 1024;

/**
 * Bounded in-memory cache of rendered pages. Concurrent misses of a page share one rendering per revision. A stale page
 * is served at once and revalidated in the background; after a content change, or if the page shows the remaining time,
 * it is rendered first. While rendering fails, the old page is served.
 */
export class HtmlCache<P extends Rendered> {
  readonly #options: Required<CacheOptions<P>>;
  readonly #pages: Lru<Cached<P>>;
  // Missing addresses are unlimited in number: they must not evict pages.
  readonly #missing: Lru<Cached<P>>;
  /** By revision and key: a request after a content change needs a rendering that began after it. */
  readonly #running = new Map<string, Promise<P>>();
  #revision = 0;
  #begun = 0;

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

  /** Sets the current content revision: pages rendered under another revision are stale. */
  setRevision(revision: number): void {
    this.#revision = revision;
  }

  /** The page if it is cached and fresh; null tells the caller to use `get`. */
  peek(key: string): P | null {
    const cached = this.#pages.get(key);
    if (!cached || cached.revision !== this.#revision) return null;
    if (this.#options.now() - cached.at >= this.#options.fresh.page) return null;
    this.#options.again(cached.page);
    this.#options.counted('fresh');
    return cached.page;
  }

  async get(key: string): Promise<P> {
    const cached = this.#pages.get(key) ?? this.#missing.get(key);
    const { again, counted, now, fresh, patience } = this.#options;
    if (!cached) {
      counted('waited_for');
      return this.#renew(key, null);
    }
    again(cached.page);
    const changed = cached.revision !== this.#revision;
    const age = now() - cached.at;
    if (!changed && age < (cached.page.status === 200 ? fresh.page : fresh.missing)) {
      counted('fresh');
      return cached.page;
    }
    if (now() < cached.notBefore) {
      counted('aged');
      return cached.page;
    }
    const renewed = this.#renew(key, cached.page).then(
      (page) => (page.status >= 500 || page.partial ? this.#keepOn(cached) : page),
      () => this.#keepOn(cached),
    );
    if (!changed && !cached.page.timed) {
      counted('aged');
      return cached.page;
    }
    const page = await within(renewed, patience, cached.page);
    counted(page === cached.page ? 'aged' : 'waited_for');
    return page;
  }

  /** Resolves when all current renderings have finished, for a graceful shutdown. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #keepOn(cached: Cached<P>): P {
    cached.notBefore = this.#options.now() + this.#options.retryAfter;
    return cached.page;
  }

  #renew(key: string, before: P | null): Promise<P> {
    // The revision at the start applies: if the content changes meanwhile, the result is stale.
    const revision = this.#revision;
    const name = `${revision} ${key}`;
    const running = this.#running.get(name);
    if (running) return running;
    const order = (this.#begun += 1);
    const { now, rendered } = this.#options;
    const startedAt = now();
    const rendering = this.#options
      .render(key, before, revision)
      .then(
        (page) => {
          this.#keep(key, page, { revision, order });
          rendered(page.status >= 500 ? 'failed' : page.partial ? 'partial' : 'ok', now() - startedAt);
          return page;
        },
        (error: unknown) => {
          rendered('failed', now() - startedAt);
          throw error;
        },
      )
      .finally(() => this.#running.delete(name));
    this.#running.set(name, rendering);
    return rendering;
  }

  #keep(key: string, page: P, { revision, order }: { revision: number; order: number }): void {
    const missing = page.status === 404;
    if (page.partial || page.status >= 500) return;
    const kept = this.#pages.get(key) ?? this.#missing.get(key);
    if (kept && kept.order > order) return;
    if (page.status !== 200 && !missing) {
      // A redirect invalidates the old page at once, also for requests during the next rendering.
      this.#pages.delete(key);
      this.#missing.delete(key);
      return;
    }
    const cached: Cached<P> = { page, at: this.#options.now(), revision, order, notBefore: 0 };
    (missing ? this.#pages : this.#missing).delete(key);
    (missing ? this.#missing : this.#pages).set(key, cached, this.#options.weigh(page) + 2 * key.length);
  }
}

/** The value, or `otherwise` after `ms`. */
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
