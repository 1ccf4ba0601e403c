/** How copying went, as the key of its message. */
export type CopyOutcome = 'copied' | 'copy_failed' | 'copy_unsupported';

/** Puts a text on the clipboard. Where the page has no clipboard (plain http) it says so. */
export async function copyText(text: string): Promise<CopyOutcome> {
  if (!('clipboard' in navigator)) return 'copy_unsupported';
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'copy_failed';
  }
}
