/**
 * Class names or ids joined by a space; `undefined` if none is left, so that no empty attribute is rendered.
 */
export function cx(...parts: (string | false | null | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(' ') || undefined;
}
