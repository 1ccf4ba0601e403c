// Who owns a file, by .github/CODEOWNERS.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

export interface OwnerRule {
  pattern: string;
  teams: string[];
}

/** The rules of a CODEOWNERS file, in order. */
export function ownerRules(text: string): OwnerRule[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean)
    .map((line) => {
      const [pattern = '', ...teams] = line.split(/\s+/);
      return { pattern, teams };
    });
}

/** Only the patterns that the file uses: everything, a folder from the root, a file from the root. */
function covers(pattern: string, path: string): boolean {
  if (pattern === '*') return true;
  if (!pattern.startsWith('/') || /[*?![\]]/.test(pattern)) {
    throw new Error(`${pattern}: name a folder or a file from the root, so that everybody reads it alike`);
  }
  const place = pattern.slice(1);
  return place.endsWith('/') ? path.startsWith(place) : path === place;
}

/** The owning teams of a file: those of the last rule that matches it. */
export const ownersOf = (path: string, rules: readonly OwnerRule[]): string[] =>
  rules.findLast(({ pattern }) => covers(pattern, path))?.teams ?? [];

export const readOwnerRules = (): OwnerRule[] =>
  ownerRules(readFileSync(join(root, '.github/CODEOWNERS'), 'utf8'));
