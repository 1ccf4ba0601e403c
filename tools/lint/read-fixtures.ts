import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../checks/workspace.ts';

/** Invalid code, stored as text so that tools do not process it, to prove that a rule detects it. */
export interface Fixture {
  name: string;
  /** The path under which the file is linted. */
  at: string;
  refusedBy: string[];
  /** The second check's message about it. */
  because: string;
  text: string;
  /** Other files that the violation needs. */
  beside: SourceFile[];
}

const all = readFileSync(join(import.meta.dirname, 'wrong-code.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row): Fixture => {
    const [name = '', at = '', refusedBy = '', because = '', code = ''] = row.split('\t');
    const [text = '', ...others] = code.replaceAll(String.raw`\n`, '\n').split(/^\/\/ also at: /m);
    return {
      name,
      at,
      refusedBy: refusedBy.split(', '),
      because,
      text,
      beside: others.map((other) => {
        const [path = '', ...lines] = other.split('\n');
        return { path, text: lines.join('\n') };
      }),
    };
  });

/** Forbidden imports, detected by `eslint`, which is Nx's rule, by `check`, which is ours, or by both. */
export const importFixtures = all.filter(({ because }) => because);

/**
 * Code that a given ESLint rule rejects: tests that prove nothing, direct storage access, React's own lazy
 * loading.
 */
export const codeFixtures = all.filter(({ because }) => !because);
