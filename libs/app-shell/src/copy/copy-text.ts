/** The result of copying, as the key of its message. */
export type CopyOutcome = 'copied' | 'copy_failed' | 'copy_unsupported';

/** Writes a text to the clipboard. Reports if the page has no clipboard (plain http). */
export async function copyText(text: string): Promise<CopyOutcome> {
  if (!('clipboard' in navigator)) return 'copy_unsupported';
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'copy_failed';
  }
}
