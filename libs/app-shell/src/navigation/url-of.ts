/** The address that a text is, by itself or below a base; null when it is none. (`URL.parse` is above the floor.) */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
