import ts from 'typescript';
import type { SourceFile } from './workspace.ts';

export interface Import {
  specifier: string;
  /** Erased by the compiler: it creates a dependency of types, not of bundles. */
  typeOnly: boolean;
  line: number;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  // `import { type A }` keeps the import under verbatimModuleSyntax: only `import type` is erased completely.
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

const known = new WeakMap<SourceFile, Import[]>();

/** Every import of a file: static, re-exported, type-only, dynamic, `import('x')` types and `require`. */
export function importsOf(file: SourceFile): Import[] {
  let imports = known.get(file);
  if (!imports) known.set(file, (imports = parse(file)));
  return imports;
}

function parse({ path, text }: SourceFile): Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const add = (node: ts.Node, at: ts.Node | undefined, typeOnly: boolean): void => {
    if (!at || !ts.isStringLiteralLike(at)) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push({ specifier: at.text, typeOnly, line });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, isTypeOnly(node));
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isCallExpression(node)) {
      const dynamic = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const required = ts.isIdentifier(node.expression) && node.expression.text === 'require';
      if (dynamic || required) add(node, node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
