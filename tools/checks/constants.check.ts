import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from '@jest/globals';
import { readProjects, readSources, type SourceFile } from './workspace.ts';

const VALIDATION = 'libs/validation/src';
const LIMITS = `${VALIDATION}/limits.ts`;
const sources = readSources(readProjects());

const isTest = ({ path }: SourceFile): boolean =>
  /\.(test|check|stories)\.tsx?$|^e2e\/|\/testing(\/|\.ts$)/.test(path);
const isForm = (file: SourceFile): boolean =>
  /^apps\/(public-site|developer-console)\/app\//.test(file.path) && !isTest(file);
const isServer = (file: SourceFile): boolean => file.path.startsWith('apps/api/src/') && !isTest(file);

const parsed = new WeakMap<SourceFile, ts.SourceFile>();
function parse(file: SourceFile): ts.SourceFile {
  let source = parsed.get(file);
  if (!source) {
    source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
    parsed.set(file, source);
  }
  return source;
}
function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** A file's imports from a module, by the module's names; for `import * as`, the members that it uses. */
function takenFrom(file: SourceFile, module: (specifier: string) => boolean): string[] {
  const names: string[] = [];
  if (!/validation|limits\.ts|\.\/[\w-]+\.ts|'yup'/.test(file.text)) return names;
  const source = parse(file);
  const whole = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const at = statement.moduleSpecifier;
    if (!at || !ts.isStringLiteral(at) || !module(at.text)) continue;
    const bound = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    if (!bound) continue;
    if (ts.isNamedImports(bound) || ts.isNamedExports(bound))
      names.push(...bound.elements.map(({ propertyName, name }) => (propertyName ?? name).text));
    else whole.add(bound.name.text);
  }
  if (whole.size > 0) {
    walk(source, (node) => {
      if (
        ts.isPropertyAccessExpression(node) &&
        ts.isIdentifier(node.expression) &&
        whole.has(node.expression.text)
      )
        names.push(node.name.text);
    });
  }
  return names;
}

const limits = parse(sources.find(({ path }) => path === LIMITS) ?? { path: LIMITS, text: '' })
  .statements.filter(ts.isVariableStatement)
  .flatMap(({ declarationList }) => declarationList.declarations.map(({ name }) => name.getText()));

/** What the rules' declarations refer to: by `file#name`, other declarations, limits among them. */
const mentions = new Map<string, Set<string>>();
for (const file of sources.filter((one) => one.path.startsWith(`${VALIDATION}/`) && !isTest(one))) {
  const source = parse(file);
  const here = new Map<string, string>();
  const declared: [name: string, node: ts.Node][] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = join(dirname(file.path), (statement.moduleSpecifier as ts.StringLiteral).text);
      const bound = statement.importClause?.namedBindings;
      if (!bound || !ts.isNamedImports(bound)) continue;
      for (const { name, propertyName } of bound.elements)
        here.set(name.text, `${from.replaceAll('\\', '/')}#${(propertyName ?? name).text}`);
    } else if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations) declared.push([one.name.getText(), one]);
    } else if (ts.isFunctionDeclaration(statement) && statement.name) {
      declared.push([statement.name.text, statement]);
    }
  }
  for (const [name] of declared) here.set(name, `${file.path}#${name}`);
  for (const [name, node] of declared) {
    const found = new Set<string>();
    walk(node, (inner) => {
      const id = ts.isIdentifier(inner) ? here.get(inner.text) : undefined;
      if (id) found.add(id);
    });
    mentions.set(`${file.path}#${name}`, found);
  }
}

/** The limits that each schema uses. */
const behind = new Map<string, Set<string>>();
for (const id of mentions.keys()) {
  const [path = '', name = ''] = id.split('#');
  if (!path.startsWith(`${VALIDATION}/schemas/`) || !name.endsWith('Schema')) continue;
  const seen = new Set([id]);
  for (const one of seen) for (const next of mentions.get(one) ?? []) seen.add(next);
  behind.set(
    name,
    new Set([...seen].filter((one) => one.startsWith(`${LIMITS}#`)).map((one) => one.split('#')[1] ?? '')),
  );
}

const ofLimits = (specifier: string): boolean =>
  specifier === '@yunduo/validation' || /(^|\/)limits\.ts$/.test(specifier);
const ofSchemas = (specifier: string): boolean =>
  specifier === '@yunduo/validation/schemas' || /^\.\/[\w-]+\.ts$/.test(specifier);
const used = new Map(
  sources.map((file) => {
    const schemas = takenFrom(file, ofSchemas).flatMap((name) => [...(behind.get(name) ?? [])]);
    return [file, new Set([...takenFrom(file, ofLimits), ...schemas])] as const;
  }),
);
const importers = (limit: string, of: (file: SourceFile) => boolean): string[] =>
  [...used].filter(([file, names]) => of(file) && names.has(limit)).map(([{ path }]) => path);

describe('[R9.06] shared limits', () => {
  test.each([
    'PASSWORD',
    'CHANGED_PASSWORD',
    'NICKNAME',
    'EMAIL_MAX',
    'EMAIL_CODE_LENGTH',
    'FEEDBACK_TITLE_MAX',
    'APP_NAME',
    'APP_INTRO_MAX',
    'SCREENSHOTS_MAX',
    'SCREENSHOT_BYTES_LIMIT',
    'VERSION_DESCRIPTION_MAX',
    'LICENCE_PLANS',
  ])('%s is imported by a page, by the server and by a test', (limit) => {
    expect(limits).toContain(limit);
    for (const kind of [isForm, isServer, isTest])
      expect([kind.name, importers(limit, kind).length > 0]).toEqual([kind.name, true]);
  });

  test('every limit is used', () => {
    const product = sources.filter((file) => !isTest(file) && file.path !== LIMITS);
    const unused = limits.filter(
      (limit) => !product.some(({ text }) => new RegExp(`\\b${limit}\\b`).test(text)),
    );
    expect(limits.length).toBeGreaterThan(50);
    expect(unused).toEqual([]);
  });
});

/** Limits hard-coded at their use: a length at a field, the digits of a code, a number in a rule. */
function writtenOut(file: SourceFile): string[] {
  const rules = takenFrom(file, (specifier) => specifier === 'yup').some((name) => name === 'object');
  const found: string[] = [];
  walk(parse(file), (node) => {
    const length =
      ts.isJsxAttribute(node) &&
      /^(max|min)Length$/.test(node.name.getText()) &&
      !/[A-Za-z_]/.test(node.initializer?.getText() ?? '');
    const code = ts.isRegularExpressionLiteral(node) && node.text.includes('\\d{6}');
    const bound = rules && ts.isNumericLiteral(node);
    if (length || code || bound) found.push(`${file.path}: ${node.getText()}`);
  });
  return found;
}

test('[R9.06] no page, component or server route writes a limit as a literal', () => {
  const line =
    '<input maxLength={64} minLength="2" pattern={String(/^\\d{6}$/)} title={`${PASSWORD.max}`} />;';
  const yup = "import { object, string } from 'yup'; object({ a: string().max(20) });";
  const found = [line, yup].map((text) => writtenOut({ path: 'apps/public-site/app/x.tsx', text }).length);
  expect(found).toEqual([3, 1]);
  const product = sources.filter(
    (file) => /^(apps|libs)\//.test(file.path) && !file.path.startsWith('libs/validation/') && !isTest(file),
  );
  expect(product.flatMap(writtenOut)).toEqual([]);
});

/** The call sends the draft, or the values in the form of another schema (`decisionSchema`). */
const NEVER_SENT = ['decisionFormSchema', 'developerAppSubmitSchema', 'developerVersionSubmitSchema'];
/** They carry files and so travel as form parts: the server reads them with the same schemas. */
const SENT_AS_PARTS = ['privateReleaseSchema', 'releaseSchema'];

test('every page form has a property test against the API schema', () => {
  const ofPackage = (specifier: string): boolean => specifier === '@yunduo/validation/schemas';
  const pages = new Set(
    sources
      .filter(isForm)
      .flatMap((file) => takenFrom(file, ofPackage))
      .filter((name) => name.endsWith('Schema')),
  );
  const held = new Set(
    sources
      .filter((file) => isTest(file) && /'(typebox\/compile|@yunduo\/api-contract\/testing)'/.test(file.text))
      .flatMap((file) => takenFrom(file, ofPackage)),
  );
  expect(pages.size).toBeGreaterThan(25);
  expect([...pages].filter((name) => !held.has(name)).sort()).toEqual([...NEVER_SENT, ...SENT_AS_PARTS]);
});
