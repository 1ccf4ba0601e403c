/**
 * The first field with a NUL or a lone surrogate, which PostgreSQL cannot store and no one types: reported as invalid
 * input, not as an internal error. Iterative, so that depth costs no stack.
 */
export function unstorableField(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  for (const [field, value] of Object.entries(input)) {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const next = waiting.pop();
      if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return field;
      if (typeof next === 'object' && next !== null) {
        for (const [name, inner] of Object.entries(next)) waiting.push(inner, name);
      }
    }
  }
  return null;
}
