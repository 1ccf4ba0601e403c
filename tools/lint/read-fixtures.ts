import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A wrong import, kept as text so that no tool takes it for code, to prove that a rule bites. */
export interface Fixture {
  name: string;
  /** Where the file pretends to stand. */
  at: string;
  refusedBy: string[];
  /** What the second check says of it. */
  because: string;
  text: string;
}

export function readFixtures(): Fixture[] {
  const folder = join(import.meta.dirname, 'fixtures');
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const field = (label: string): string => new RegExp(`^// ${label}: (.*)$`, 'm').exec(text)?.[1] ?? '';
      return {
        name,
        at: field('at'),
        refusedBy: field('refused by').split(', '),
        because: field('because'),
        text,
      };
    });
}
