/** Class names and ids joined by a space; `undefined` when nothing is left, so that no empty attribute is written. */
export function join(...parts: (string | false | null | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(' ') || undefined;
}
