import { WRITTEN } from '@yunduo/session';

/** What was typed into a form and not sent, kept in this tab under a name: it survives an expired session. */
export function keptForm(name: string) {
  const key = WRITTEN + name;
  return {
    /** What of these values was kept. */
    read<V extends object>(values: V): Partial<V> {
      try {
        const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<V> | null;
        const known = Object.keys(values) as (keyof V)[];
        return Object.fromEntries(
          known
            .filter((field) => typeof kept?.[field] === typeof values[field])
            .map((field) => [field, kept?.[field]]),
        ) as Partial<V>;
      } catch {
        // Storage that is off, or holds something else.
        return {};
      }
    },
    keep(values: object): void {
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

/** Whether something is kept under a name: the form that it was typed into is opened again. */
export function isKept(name: string): boolean {
  try {
    return sessionStorage.getItem(WRITTEN + name) !== null;
  } catch {
    return false;
  }
}
