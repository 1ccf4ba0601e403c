/** Keeps what was typed into a form of this tab: a closed dialog and a reload lose nothing. */
export function keptValues<V extends Readonly<Record<string, string>>>(key: string, empty: V) {
  return {
    read(): V {
      try {
        const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Record<string, unknown>>;
        const entries = Object.entries(empty).map(([name, value]) => {
          const typed = kept[name];
          return [name, typeof typed === 'string' ? typed : value];
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
        // Then it lives as long as the dialog.
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
