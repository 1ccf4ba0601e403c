import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../test/run.ts';

/** Date and environment of a measurement, at the start of its section. */
export function measuredOn(): string {
  const processors = cpus();
  return `${new Date().toISOString().slice(0, 10)}, ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`;
}

/** Replaces the text between the marks of this name in docs/measurements.md, or appends a section. */
export function writeSection(name: string, lines: readonly string[]): void {
  const file = join(root, 'docs/measurements.md');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = readFileSync(file, 'utf8');
  const section = [begin, ...lines, end].join('\n');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  writeFileSync(
    file,
    from < 0
      ? `${text.trimEnd()}\n\n${section}\n`
      : text.slice(0, from) + section + text.slice(to + end.length),
  );
}
