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

const linesOf = ({ text }: SourceFile): number => text.trimEnd().split('\n').length;

/** Number of files, median lines, share of short files in percent, lines. */
function layoutOf(files: readonly SourceFile[]): [number, number, number, number] {
  const lengths = files.map(linesOf).sort((one, other) => one - other);
  const middle = lengths.length / 2;
  const median = ((lengths[Math.ceil(middle) - 1] ?? 0) + (lengths[Math.floor(middle)] ?? 0)) / 2;
  const short = lengths.filter((length) => length <= SENTENCE).length / lengths.length;
  const lines = lengths.reduce((sum, length) => sum + length, 0);
  return [lengths.length, median, Math.round(short * 100), lines];
}

/** Short files that one other file alone imports. */
function paragraphsOf(files: readonly SourceFile[]): string[] {
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

const write = commandLine(
  'node tools/checks/house.ts [--write]',
  { options: { write: { type: 'boolean', default: false } } },
  ({ values }) => values.write,
);
const all = readSources(readProjects()).filter(({ path }) => /\.m?tsx?$/.test(path));
const product = all.filter(({ path }) => /^(apps|libs)\//.test(path) && !BESIDE.test(path));
const of = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`));
const rows = ['apps/public-site', 'apps/developer-console', 'apps/api', 'libs'].map((folder) => {
  const [files, median, short, lines] = layoutOf(of(folder));
  return [folder, files, median, `${short} %`, lines];
});
const loaders = product.filter(({ path }) => /(^|[/-])words\.(zh|en)\.ts$/.test(path));
const notes = [
  `TypeScript files with tests and tools: ${all.length}. Lines of apps and libs: ${layoutOf(product)[3]}. Files of at most ${PARAGRAPH} lines with one importer: ${paragraphsOf(product).length}. Files that load words: ${loaders.length}.`,
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
