/**
 * Parses an absolute or relative URL; null if it is invalid. (`URL.parse` is not in the oldest supported
 * browsers.)
 */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
