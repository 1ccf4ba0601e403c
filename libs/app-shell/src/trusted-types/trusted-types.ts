interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(input: string): string | null; createScript(input: string): string | null },
  ): unknown;
}

/**
 * React makes a script element through innerHTML; an empty document is what a preview's frame begins with; text without
 * a tag makes no element at all.
 */
export const allowedMarkup = (input: string): string | null =>
  input === '<script></script>' || input === '<!doctype html>' || !input.includes('<') ? input : null;

/** The content of a data block (JSON-LD): JSON does nothing, even if it were run. */
export function allowedScript(input: string): string | null {
  try {
    JSON.parse(input);
    return input;
  } catch {
    return null;
  }
}

/** The default policy: exactly what React itself needs to draw a page anew, and nothing that could run. */
export function allowReactMarkup(): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', { createHTML: allowedMarkup, createScript: allowedScript });
}
