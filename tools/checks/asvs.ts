// Checks docs/asvs.md: it lists each requirement of OWASP ASVS 5.0, levels 1 and 2, once, with a file or a
// test that exists.
// node tools/checks/asvs.ts (prints the count of each status, and every fault)
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './workspace.ts';

/**
 * The sections of ASVS 5.0.0 and the level of each requirement in them, in order: `'1.5': '123'` holds 1.5.1 of level 1,
 * 1.5.2 of level 2 and 1.5.3 of level 3.
 */
const SECTIONS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
};

/** Chapters that apply to no part of the product; the document gives the reasons. */
export const LEFT_OUT = ['V9', 'V10', 'V17'] as const;

/** `V1.2.3` → its level, for every requirement that the document must cover. */
export const REQUIRED: ReadonlyMap<string, string> = new Map(
  Object.entries(SECTIONS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, index): [string, string][] =>
      level === '3' ? [] : [[`V${section}.${index + 1}`, level]],
    ),
  ),
);

/** `absent`: the product does not use the technology that the requirement concerns. */
const STATUSES = ['met', 'deviation', 'absent'] as const;

/** One row of the document: `| V1.2.3 | 1 | requirement | met | evidence |`. */
export interface Row {
  id: string;
  level: string;
  asked: string;
  status: string;
  said: string;
}

export function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, id = '', level = '', asked = '', status = '', said = ''] = cells;
    return /^V\d+\.\d+\.\d+$/.test(id) ? [{ id, level, asked, status, said }] : [];
  });
}

/** Files and test titles in a row: `` `path` `` or `` `path` “part of a test’s title” ``. */
export function evidenceOf(messages: string): { path: string; title: string | null }[] {
  return [...messages.matchAll(/`([\w.-]+(?:\/[\w.$-]+)*\.\w+)`(?:\s+“([^”]+)”)?/g)].map(
    ([, path = '', title]) => ({ path, title: title ?? null }),
  );
}

const isTestFile = (path: string): boolean => /\.(test|check|e2e|engine)\.tsx?$/.test(path);

/** A shorter part would match unrelated titles. */
const TITLE_PART_MIN = 12;

/**
 * The titles of the tests in a source that run: `test('…')`, `test.each(…)('…')`, their `describe`. Skipped
 * ones are excluded.
 */
export function titlesOf(source: string, path = 'a.test.ts'): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  const titles: string[] = [];
  /** `const alone = onPostgres ? test.skip : test`: aliases of test functions. */
  const aliases = new Map<string, string[]>();
  const named = (node: ts.Expression): string[] => {
    const [first = '', ...more] = namesOf(node);
    return [...(aliases.get(first) ?? [first]), ...more];
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const names = namesOf(node.initializer);
      if (/^(test|it|describe)$/.test(names[0] ?? '')) aliases.set(node.name.text, names);
    }
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const title = first && textOf(first);
      const names = named(node.expression);
      if (title !== undefined && begins(names)) titles.push(title);
      if (isSkipped(names)) return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** The names of `test.each(rows)`: `['test', 'each']`. */
function namesOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...namesOf(node.expression), node.name.text];
  if (ts.isCallExpression(node)) return namesOf(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return namesOf(node.tag);
  // `(server ? describe : describe.skip)('…')`: which one runs is known only at run time.
  if (ts.isParenthesizedExpression(node)) return namesOf(node.expression);
  if (ts.isConditionalExpression(node)) {
    const names = namesOf(node.whenTrue);
    return isSkipped(names) ? namesOf(node.whenFalse) : names;
  }
  return [];
}

const isSkipped = ([first = '', ...more]: readonly string[]): boolean => {
  return /^x(test|it|describe)$/.test(first) || more.some((name) => name === 'skip' || name === 'todo');
};
const begins = (names: readonly string[]): boolean =>
  /^(test|it|describe)$/.test(names[0] ?? '') && !isSkipped(names);

/** Faults of the document. `read` returns the text of a file of the repository, or null. */
export function asvsFaults(markdown: string, read: (path: string) => string | null): string[] {
  const rows = rowsOf(markdown);
  const seen = new Map<string, number>();
  for (const { id } of rows) seen.set(id, (seen.get(id) ?? 0) + 1);
  const titles = new Map<string, string[]>();
  const titlesIn = (path: string, source: string): string[] => {
    const known = titles.get(path) ?? titlesOf(source, path);
    titles.set(path, known);
    return known;
  };
  return [
    ...[...REQUIRED.keys()].filter((id) => !seen.has(id)).map((id) => `${id} is missing`),
    ...[...seen].filter(([, count]) => count > 1).map(([id]) => `${id} stands there twice`),
    ...LEFT_OUT.filter((chapter) => !new RegExp(`^- \\*\\*${chapter} .{40}`, 'm').test(markdown)).map(
      (chapter) => `${chapter} is left out without a reason`,
    ),
    ...rows.flatMap((row) => rowFaults(row, read, titlesIn).map((fault) => `${row.id} ${fault}`)),
  ];
}

function rowFaults(
  { id, level, asked, status, said }: Row,
  read: (path: string) => string | null,
  titlesIn: (path: string, source: string) => string[],
): string[] {
  const errors: string[] = [];
  if (!REQUIRED.has(id)) errors.push('is no requirement of level 1 or 2');
  else if (REQUIRED.get(id) !== level) errors.push(`is of level ${REQUIRED.get(id)}, not ${level}`);
  if (asked.length < 10) errors.push('does not say what is asked for');
  if (!STATUSES.some((known) => known === status)) errors.push(`has the unknown status "${status}"`);
  const evidence = evidenceOf(said);
  if (status === 'met' && evidence.length === 0) errors.push('is met, and names no file and no test');
  // The missing row, and the row in its place.
  if (status === 'deviation' && !/^.{30,}\*\*Instead:\*\* .{30,}$/.test(said))
    errors.push('is a deviation without a reason, or without what makes up for it');
  if (status === 'absent' && said.length < 20) errors.push('is absent without a word about it');
  for (const { path, title } of evidence) {
    const source = read(path);
    if (source === null) errors.push(`names ${path}, which does not exist`);
    else if (title === null) {
      if (isTestFile(path)) errors.push(`names ${path} without the title of a test`);
    } else if (!isTestFile(path)) errors.push(`names a test in ${path}, which holds none`);
    else if (title.length < TITLE_PART_MIN) errors.push(`names “${title}”, which could be any test`);
    else if (!titlesIn(path, source).some((known) => known.includes(title)))
      errors.push(`names “${title}”, which no test of ${path} is called`);
  }
  return errors;
}

export const readRepository = (path: string): string | null =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;

export const asvsDocument = (): string => readFileSync(join(root, 'docs/asvs.md'), 'utf8');

/** The number of rows by status. */
export const countsOf = (rows: readonly Row[]): Record<string, number> =>
  Object.fromEntries(STATUSES.map((status) => [status, rows.filter((row) => row.status === status).length]));

if (process.argv[1] === import.meta.filename) {
  const markdown = asvsDocument();
  const errors = asvsFaults(markdown, readRepository);
  const counts = Object.entries(countsOf(rowsOf(markdown))).map(([status, count]) => `${count} ${status}`);
  console.log([...errors, `${REQUIRED.size} requirements: ${counts.join(', ')}`].join('\n'));
  process.exit(errors.length ? 1 : 0);
}
