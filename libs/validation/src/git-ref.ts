import { GIT_VERSION_MAX } from './limits.ts';
import { hasHidden } from './visible-text.ts';

/** Control characters, space and `~^:?*[\` are not allowed in a Git ref name. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]/;

/**
 * True if Git accepts this as a tag name (`git check-ref-format refs/tags/<name>`) and it has no leading
 * dash, which would be read as an option. Commit ids pass too. Invisible characters are rejected.
 */
export function isGitRef(name: string): boolean {
  if (name === '' || name === '@' || name.length > GIT_VERSION_MAX) return false;
  if (FORBIDDEN.test(name) || /[\p{C}\p{Z}]/u.test(name) || hasHidden(name)) return false;
  if (name.startsWith('-') || name.endsWith('.') || name.includes('..') || name.includes('@{')) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
