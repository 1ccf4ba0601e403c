import { tabStorage, WRITTEN } from '@yunduo/session';

/** What somebody wrote and has not sent, kept in this tab under a name: it survives an expired session. */
export function keptEntry(name: string) {
  const key = WRITTEN + name;
  return {
    /** What was kept, of whatever shape; null for nothing. */
    read(): unknown {
      try {
        return JSON.parse(tabStorage.get(key) ?? 'null');
      } catch {
        // It holds something else.
        return null;
      }
    },
    keep: (values: object): void => void tabStorage.set(key, JSON.stringify(values)),
    forget: (): void => tabStorage.remove(key),
  };
}

/** The same for a form: of what was kept only what fits its values. */
export function keptForm(name: string) {
  const entry = keptEntry(name);
  return {
    ...entry,
    read<V extends object>(values: V): Partial<V> {
      const kept = entry.read() as Partial<V> | null;
      const known = Object.keys(values) as (keyof V)[];
      return Object.fromEntries(
        known
          .filter((field) => typeof kept?.[field] === typeof values[field])
          .map((field) => [field, kept?.[field]]),
      ) as Partial<V>;
    },
  };
}

/** Whether something is kept under a name. */
export const isKept = (name: string): boolean => keptEntry(name).read() !== null;
