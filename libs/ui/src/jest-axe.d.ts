declare module 'jest-axe' {
  /** Runs axe over an element; what it found stands in `violations`. */
  export function axe(
    html: Element,
    options?: { resultTypes?: string[]; rules?: Record<string, { enabled: boolean }> },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
