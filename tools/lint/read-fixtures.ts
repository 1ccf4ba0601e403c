import { readdirSync, readFileSync } from 'node:fs';
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

function readFixtures(folder: string): Fixture[] {
  return readdirSync(join(import.meta.dirname, folder))
    .sort()
    .map((name) => {
      const whole = readFileSync(join(import.meta.dirname, folder, name), 'utf8');
      const [text = '', ...others] = whole.split(/^\/\/ also at: (?=.*$)/m);
      const field = (label: string): string => new RegExp(`^// ${label}: (.*)$`, 'm').exec(text)?.[1] ?? '';
      return {
        name,
        at: field('at'),
        refusedBy: field('refused by').split(', '),
        because: field('because'),
        text,
        beside: others.map((other) => {
          const [path = '', ...lines] = other.split('\n');
          return { path, text: lines.join('\n') };
        }),
      };
    });
}

/** Wrong imports: refused by `eslint`, which is Nx's rule, by `check`, which is ours, or by both. */
export const readImportFixtures = (): Fixture[] => readFixtures('fixtures');

/** Tests that prove nothing: refused by the rule of ESLint that is named. */
export const readTestFixtures = (): Fixture[] => readFixtures('test-fixtures');
