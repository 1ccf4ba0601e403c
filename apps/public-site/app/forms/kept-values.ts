/** Before the name of everything that is kept here, so that all of it can be forgotten. */
const PREFIX = 'typed:';

/**
 * Keeps what was typed in this tab under a name: a closed dialog, a reload and the way through sign-in lose nothing. Not
 * for passwords and codes.
 */
export function keptValues<V extends Readonly<Record<string, string>>>(name: string, empty: V) {
  const key = PREFIX + name;
  return {
    read(): V {
      try {
        const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Record<string, unknown>>;
        const entries = Object.entries(empty).map(([field, value]) => {
          const typed = kept[field];
          return [field, typeof typed === 'string' ? typed : value];
        });
        return Object.fromEntries(entries) as V;
      } catch {
        // Storage that is off, or holds something else.
        return empty;
      }
    },
    keep(values: V): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(values));
      } catch {
        // Then it lives as long as the form.
      }
    },
    forget(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** Forgets all of it: whoever signs out leaves nothing that they wrote to the next one at this screen. */
export function forgetKeptValues(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
