const keyOf = (id: number): string => `version:${id}`;

/** What was typed about a version and not saved: it survives a crashed tab and an expired session. */
export function keptVersion<T>(id: number): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function keepVersion(id: number, values: object): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(values));
  } catch {
    // A full or forbidden storage: the form works without.
  }
}

export function forgetVersion(id: number): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was kept there either.
  }
}
