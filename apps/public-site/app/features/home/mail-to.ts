/** A `mailto:` address with a subject; both are escaped, so that neither can add another header. */
export function mailTo(address: string, subject: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}
