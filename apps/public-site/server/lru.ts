/** A map that evicts the least recently used entries above a limit of weight or count. */
export class Lru<V> {
  readonly #entries = new Map<string, { value: V; weight: number }>();
  readonly #limit: { weight: number; entries: number };
  #weight = 0;

  constructor(limit: { weight: number; entries: number }) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get weight(): number {
    return this.#weight;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A map keeps insertion order: a used entry moves to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, weight: number): void {
    this.delete(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit.weight && this.#entries.size <= this.#limit.entries) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}
