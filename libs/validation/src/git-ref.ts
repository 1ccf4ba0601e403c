import { GIT_VERSION_MAX } from './limits.ts';
import { hasHidden } from './visible-text.ts';

/** Control characters, space and `~^:?*[\`: no name of git holds one. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]/;

/**
 * Whether git takes this as the name of a tag (`git check-ref-format refs/tags/<name>`, and no dash in front, which would
 * be read as an option). Commit ids are such names, too. Characters that nobody sees are refused.
 */
export function isGitRef(name: string): boolean {
  if (name === '' || name === '@' || name.length > GIT_VERSION_MAX) return false;
  if (FORBIDDEN.test(name) || /[\p{C}\p{Z}]/u.test(name) || hasHidden(name)) return false;
  if (name.startsWith('-') || name.endsWith('.') || name.includes('..') || name.includes('@{')) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
