// npm run measurements: writes docs/measurements.md from docs/measurements/*.json, which the measuring
// commands write. tools/checks/docs.check.ts compares the two.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../cli.ts';
import { root } from '../test/run.ts';

export interface MeasuredTable {
  caption?: string;
  columns: readonly string[];
  /** One cell a column; a cell is a figure or a phrase. */
  rows: readonly (readonly (string | number)[])[];
}

/** What a command measured in one run. */
export interface Measurement {
  title: string;
  /** The command that measures it again. */
  command: string;
  /** Day, `YYYY-MM-DD`. */
  date: string;
  machine: string;
  /** Conditions, units and how a figure is computed: one sentence without its full stop. */
  method: string;
  tables: readonly MeasuredTable[];
  /** What to know for reading the tables, such as aims. */
  notes?: readonly string[];
}

const FOLDER = join(root, 'docs/measurements');
const DOCUMENT = join(root, 'docs/measurements.md');

/** Sections in the order of the document. A file that is not listed is an error. */
const ORDER = [
  'pages',
  'page-ratios',
  'server',
  'interactions',
  'after-load',
  'bytes',
  'look',
  'lighthouse',
  'cost',
  'search',
  'trust',
  'fleet',
  'compat',
  'images',
  'compose',
  'development',
  'whole-run',
  'house',
] as const;
export type MeasurementName = (typeof ORDER)[number];

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const tableLines = ({ caption, columns, rows }: MeasuredTable): string[] => [
  ...(caption ? [caption, ''] : []),
  row(columns),
  `|${columns.map(() => '---|').join('')}`,
  ...rows.map(row),
  '',
];

/** The Markdown section of a measurement. */
const sectionOf = ({ title, command, date, machine, method, tables, notes = [] }: Measurement): string =>
  [
    `## ${title}`,
    '',
    `\`${command}\`, ${date}, ${machine}. ${method}.`,
    '',
    ...tables.flatMap(tableLines),
    ...notes.flatMap((note) => [note, '']),
  ]
    .join('\n')
    .trimEnd();

/** The whole document. Throws if a file is unlisted or a row has the wrong number of cells. */
export function measurementsDocument(): string {
  const unlisted = readdirSync(FOLDER).filter((file) => !ORDER.some((name) => `${name}.json` === file));
  if (unlisted.length > 0)
    throw new Error(`Not in the order of ${import.meta.filename}: ${unlisted.join(', ')}`);
  const sections = ORDER.flatMap((name) => {
    const file = join(FOLDER, `${name}.json`);
    if (!existsSync(file)) return [];
    const measurement = JSON.parse(readFileSync(file, 'utf8')) as Measurement;
    for (const { columns, rows } of measurement.tables)
      for (const cells of rows)
        if (cells.length !== columns.length)
          throw new Error(
            `${file}: ${cells.length} cells for ${columns.length} columns: ${cells.join(' | ')}`,
          );
    return [sectionOf(measurement)];
  });
  return [
    '# Measurements',
    '',
    'Generated from `docs/measurements/*.json` by `npm run measurements`. Ratios hold on other machines, milliseconds do not.',
    '',
    sections.join('\n\n'),
    '',
  ].join('\n');
}

/** Writes the figures of a run, with today's date and this machine, and the document. */
export function record(name: MeasurementName, measurement: Omit<Measurement, 'date' | 'machine'>): void {
  const processors = cpus();
  const { title, command, ...rest } = measurement;
  const written: Measurement = {
    title,
    command,
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`,
    ...rest,
  };
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`);
  writeFileSync(DOCUMENT, measurementsDocument());
}

if (process.argv[1] === import.meta.filename) {
  commandLine('npm run measurements: writes docs/measurements.md from docs/measurements/*.json', {});
  writeFileSync(DOCUMENT, measurementsDocument());
}
