/**
 * Runs one task per key at a time in this process. Callers wait in memory: many callers about one key, most with
 * nothing to do, then hold no database connections. Between processes a row lock does the same.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Number of keys with running or waiting tasks. */
  get size(): number {
    return this.#last.size;
  }

  /** Settles as the task does, which starts after all earlier tasks of this key have settled. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(key, ended);
    try {
      await before;
      return await work();
    } finally {
      end();
      // No later task: forgets the key.
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
