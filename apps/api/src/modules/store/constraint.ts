/** Numeric parts of a version or release, `20.04` or `1.29.3`; null when it is none. */
function numbersOf(version: string): number[] | null {
  const text = version.trim().replace(/^v/i, '');
  return /^\d{1,9}(\.\d{1,9}){0,5}$/.test(text) ? text.split('.').map(Number) : null;
}

/** Negative when the first is older, positive when it is newer; missing parts count as zero. Null: not versions. */
export function compareVersions(one: string, other: string): number | null {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  if (!a || !b) return null;
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Whether a version meets a constraint: `3.0+` (that or newer), `8.2` (any 8.2), empty (any). A constraint that is no
 * version, such as `AVX`, cannot be evaluated and counts as met.
 */
export function meetsConstraint(version: string, constraint: string): boolean {
  const requirement = constraint.trim();
  if (requirement === '') return true;
  const orNewer = requirement.endsWith('+');
  const wanted = numbersOf(orNewer ? requirement.slice(0, -1) : requirement);
  const has = numbersOf(version);
  if (!wanted || !has) return true;
  if (!orNewer) return wanted.every((number, place) => has[place] === number);
  return (compareVersions(has.join('.'), wanted.join('.')) ?? 0) >= 0;
}
