import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../checks/workspace.ts';

/** Wrong code, kept as text so that no tool takes it for code, to prove that a rule bites. */
export interface Fixture {
  name: string;
  /** Where the file pretends to stand. */
  at: string;
  refusedBy: string[];
  /** What the second check says of it. */
  because: string;
  text: string;
  /** Files that it needs beside it to be wrong. */
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

/** Wrong imports: refused by `eslint`, which is Nx's rule, by `check`, which is ours, or by both. */
export const importFixtures = all.filter(({ because }) => because);

/** Code that a rule of ESLint which is named refuses: tests that prove nothing, storages, loading by React itself. */
export const codeFixtures = all.filter(({ because }) => !because);
