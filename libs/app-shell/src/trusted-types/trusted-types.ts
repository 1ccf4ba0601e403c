interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(input: string): string | null; createScript(input: string): string | null },
  ): unknown;
}

/**
 * React creates a script element through innerHTML; a preview's frame starts with an empty document; text
 * without a tag creates no element.
 */
export const allowedMarkup = (input: string): string | null =>
  input === '<script></script>' || input === '<!doctype html>' || !input.includes('<') ? input : null;

/** The content of a data block (JSON-LD): JSON has no effect even if it is executed. */
export function allowedScript(input: string): string | null {
  try {
    JSON.parse(input);
    return input;
  } catch {
    return null;
  }
}

/** The default policy: exactly what React needs to render a page again, and nothing executable. */
export function allowReactMarkup(): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', { createHTML: allowedMarkup, createScript: allowedScript });
}
