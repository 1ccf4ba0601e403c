/**
 * One work per key at a time in this process. Who waits for a turn waits in memory: many callers about one thing, of which
 * all but one have nothing to do, take no connection from everybody else. Between processes a row is locked besides.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Keys that somebody works on or waits for. */
  get size(): number {
    return this.#last.size;
  }

  /** Resolves, or rejects, as the work does, once those before it under this key have ended, however they did. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(key, ended);
    try {
      await before;
      return await work();
    } finally {
      end();
      // Nobody came after: the key is forgotten, and with it the order.
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
