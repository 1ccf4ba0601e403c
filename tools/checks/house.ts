// node tools/checks/house.ts: the layout of the code in figures: the number of files, their length, and short
// files that belong into another one.
import { dirname, join } from 'node:path';
import { record } from '../bench/measurements.ts';
import { commandLine } from '../cli.ts';
import { importsOf } from './imports.ts';
import { readProjects, readSources, type SourceFile } from './workspace.ts';

/** Lines of a file that would read better inside the file that uses it. */
const PARAGRAPH = 30;
/** Lines of a very short file. */
const SENTENCE = 15;

/** Not product code: tests and their helpers, stories, seeds, and configuration of tools. */
const BESIDE =
  /\.(test|stories|config)\.|\/(testing|trust|seed|fixtures)\/|\/testing\.tsx?$|\/(story|css\.d)\.ts$/;

export interface Layout {
  files: number;
  /** The median of lines per file. */
  median: number;
  /** 0-1: files of at most 15 lines. */
  short: number;
  lines: number;
}

const linesOf = ({ text }: SourceFile): number => text.trimEnd().split('\n').length;

export function layoutOf(files: readonly SourceFile[]): Layout {
  const lengths = files.map(linesOf).sort((one, other) => one - other);
  const middle = lengths.length / 2;
  const median = ((lengths[Math.ceil(middle) - 1] ?? 0) + (lengths[Math.floor(middle)] ?? 0)) / 2;
  return {
    files: lengths.length,
    median,
    short: lengths.filter((length) => length <= SENTENCE).length / Math.max(lengths.length, 1),
    lines: lengths.reduce((sum, length) => sum + length, 0),
  };
}

/** Short files that one other file alone imports. */
export function paragraphsOf(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const file of files)
    for (const { specifier } of importsOf(file)) {
      if (!specifier.startsWith('.')) continue;
      const target = join(dirname(file.path), specifier).replaceAll('\\', '/');
      importers.set(target, (importers.get(target) ?? new Set()).add(file.path));
    }
  return files
    .filter((file) => linesOf(file) <= PARAGRAPH && importers.get(file.path)?.size === 1)
    .map(({ path }) => path);
}

if (process.argv[1] === import.meta.filename) {
  const write = commandLine(
    'node tools/checks/house.ts [--write]',
    { options: { write: { type: 'boolean', default: false } } },
    ({ values }) => values.write,
  );
  const all = readSources(readProjects()).filter(({ path }) => /\.m?tsx?$/.test(path));
  const product = all.filter(({ path }) => /^(apps|libs)\//.test(path) && !BESIDE.test(path));
  const of = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`));
  const rows = ['apps/public-site', 'apps/developer-console', 'apps/api', 'libs'].map((folder) => {
    const { files, median, short, lines } = layoutOf(of(folder));
    return [folder, files, median, `${Math.round(short * 100)} %`, lines];
  });
  const loaders = product.filter(({ path }) => /(^|[/-])words\.(zh|en)\.ts$/.test(path));
  const notes = [
    `TypeScript files with tests and tools: ${all.length}. Lines of apps and libs: ${layoutOf(product).lines}. Files of at most ${PARAGRAPH} lines with one importer: ${paragraphsOf(product).length}. Files that load words: ${loaders.length}.`,
  ];
  const columns = ['Folder', 'files', 'median lines', `at most ${SENTENCE} lines`, 'lines'];
  for (const row of [columns, ...rows]) console.log(row.join(' | '));
  console.log(notes.join('\n'));
  if (write) {
    record('house', {
      title: 'Layout of the code',
      command: 'node tools/checks/house.ts --write',
      method: 'Product code without tests, stories, seeds and configuration',
      tables: [{ columns, rows }],
      notes,
    });
  }
}
