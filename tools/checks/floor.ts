import { compatData, isKnown, lackingBuiltIns } from '@yunduo/e2e/floor';
import type { Identifier } from '@mdn/browser-compat-data';
import postcss from 'postcss';
import { parseAst } from 'vite';

// Checks the builds: no built-in and no style above the browser floor without a fallback.

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const lacking = lackingBuiltIns();
const globals = new Set(lacking.globals);
const statics = new Set(lacking.statics.map((path) => path.join('.')));
const OF_PAGES =
  /^(HTML\w*Element|Element|Document|Node|ShadowRoot|Range|Selection|Event|Blob|Response|Request|Headers|URLSearchParams|AbortSignal|ReadableStream|Animation)$/;
/**
 * Methods with a unique name: `x.toSorted()` is conclusive, `x.map()` is not. Covers JavaScript's own and the
 * parts of a page. There are thousands in all, but a sensor's method, for example, is never called without
 * constructing one.
 */
const members = new Set(
  lacking.members
    .filter(([owner]) =>
      owner in (compatData.javascript.builtins ?? {}) ? !globals.has(owner) : OF_PAGES.test(owner),
    )
    // A static function of its owner, as far as the running Node knows it.
    .filter(
      ([owner, name]) =>
        !(name in (((globalThis as Record<string, unknown>)[owner] as object | undefined) ?? {})),
    )
    .map(([, name]) => name),
);
for (const [owner, feature] of Object.entries({ ...compatData.javascript.builtins, ...compatData.api })) {
  for (const [name, child] of Object.entries(feature as Identifier))
    if (name !== owner && isKnown(child as Identifier)) members.delete(name);
}

/** Any relevant name: most files have none, and parsing takes long. */
const ANY = new RegExp(
  `\\b(?:${[...globals, ...members, ...lacking.statics.map((path) => path.join('\\.'))].join('|')})\\b|\\(\\?[ims-]+:|/[a-z]*v[a-z]*\\b`,
);

const WINDOWS = new Set(['window', 'globalThis', 'self']);

/** `URL.canParse`, `window.scheduler`, `x.toSorted`: the possible meanings of a member expression. */
function meaning(node: Node): string | undefined {
  const { object, property, computed } = node as unknown as {
    object: Node;
    property: Node;
    computed: boolean;
  };
  if (computed || property.type !== 'Identifier') return undefined;
  const name = String(property.name);
  const owner = object.type === 'Identifier' ? String(object.name) : '';
  if (WINDOWS.has(owner)) return globals.has(name) ? name : undefined;
  return statics.has(`${owner}.${name}`) ? `${owner}.${name}` : undefined;
}

/**
 * The built-ins above the floor that a script uses without a feature test by `typeof`, `in`, an optional
 * call, or a condition that names them.
 */
export function builtInsAbove(code: string): string[] {
  const found = new Set<string>();
  if (!ANY.test(code)) return [];
  const program = parseAst(code) as unknown as Node;
  const own = declaredIn(program);
  const visit = (node: Node, parents: readonly Node[]): void => {
    const parent = parents.at(-1);
    const use = useOf(node, parent, own);
    if (use && (node.type === 'Literal' || !isGuarded(use, node, parents, code))) found.add(use);
    const inside = [...parents, node];
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(program, []);
  return [...found].sort();
}

/** Flag `v` and modifiers such as `(?i:…)`; no build transpiles them. */
function isNewExpression({ regex }: Node): boolean {
  const { pattern, flags } = (regex ?? { pattern: '', flags: '' }) as { pattern: string; flags: string };
  return flags.includes('v') || /\(\?[ims-]+:/.test(pattern);
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

/** All names that a script declares: variables, functions, classes and parameters. */
function declaredIn(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const bind = (node: Node): void => {
    if (node.type === 'Identifier') names.add(String(node.name));
    else if (node.type === 'Property') bind(node.value as Node);
    else if (node.type === 'AssignmentPattern') bind(node.left as Node);
    else if (/Pattern$|^RestElement$/.test(node.type)) childrenOf(node).forEach(bind);
  };
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator') bind(node.id as Node);
    if (Array.isArray(node.params)) node.params.filter(isNode).forEach(bind);
    if (/^(Function|Class)/.test(node.type) && isNode(node.id)) bind(node.id);
    if (/^Import\w*Specifier$/.test(node.type)) bind(node.local as Node);
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return names;
}

function useOf(node: Node, parent: Node | undefined, own: ReadonlySet<string>): string | undefined {
  if (node.type === 'Literal' && isNewExpression(node)) return String(node.raw);
  if (node.type === 'MemberExpression') {
    const known = meaning(node);
    if (known) return known;
    const { property, computed } = node as unknown as { property: Node; computed: boolean };
    const called = parent?.type === 'CallExpression' && parent.callee === node;
    const name = String(property.name);
    return called && !computed && members.has(name) ? `.${name}()` : undefined;
  }
  if (node.type !== 'Identifier' || !globals.has(String(node.name)) || own.has(String(node.name)))
    return undefined;
  // A global name counts where it is called or constructed, not as the name of a property or a parameter.
  const read =
    (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === node
      ? true
      : parent?.type === 'MemberExpression' && parent.object === node;
  return read ? String(node.name) : undefined;
}

function isGuarded(use: string, node: Node, parents: readonly Node[], code: string): boolean {
  const name = use.replace('()', '').replace(/^.*\./, '');
  const names = new RegExp(`\\b${name}\\b`);
  let below = node;
  for (const above of [...parents].reverse()) {
    if (above.type === 'CallExpression' && above.optional === true && above.callee === below) return true;
    if (above.type === 'MemberExpression' && above.optional === true && above.object === below) return true;
    if (above.type === 'UnaryExpression' && above.operator === 'typeof') return true;
    if (above.type === 'LogicalExpression') {
      const { left } = above as unknown as { left: Node };
      // A feature test only reads the name.
      if (left === below && below.type === 'MemberExpression') return true;
      if (left !== below && names.test(code.slice(left.start, left.end))) return true;
    }
    if (above.type === 'ConditionalExpression' || above.type === 'IfStatement') {
      const { test } = above as unknown as { test: Node };
      if (test === below ? below.type === 'MemberExpression' : names.test(code.slice(test.start, test.end)))
        return true;
    }
    below = above;
  }
  return false;
}

/** CSS value functions by name, wherever MDN lists them: `light-dark`, `color-mix`, `oklch`. */
const functions = new Map<string, Identifier>();
for (const [name, type] of Object.entries(compatData.css.types ?? {})) {
  functions.set(name, type as Identifier);
  for (const [part, child] of Object.entries(type as Identifier))
    if (/^[a-z-]+$/.test(part)) functions.set(part, child as Identifier);
}

/**
 * The properties, values, functions, selectors, at-rules and media features of a sheet above the floor, outside
 * of `@supports`.
 */
export function stylesAbove(css: string): string[] {
  const found = new Set<string>();
  const properties = (compatData.css.properties ?? {}) as Record<string, Identifier | undefined>;
  const selectors = (compatData.css.selectors ?? {}) as Record<string, Identifier | undefined>;
  const atRules = (compatData.css['at-rules'] ?? {}) as Record<string, Identifier | undefined>;
  const lengths = (compatData.css.types?.length ?? {}) as Record<string, Identifier | undefined>;
  const isGuarded = (node: postcss.Node | undefined): boolean =>
    node?.type === 'atrule' && (node as postcss.AtRule).name === 'supports'
      ? true
      : node !== undefined && isGuarded(node.parent);
  postcss.parse(css).walk((node) => {
    if (isGuarded(node)) return;
    if (node.type === 'atrule') {
      if (!isKnown(atRules[node.name])) found.add(`@${node.name}`);
      if (node.name !== 'media') return;
      for (const [, feature = ''] of node.params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g))
        if (!isKnown(atRules['media']?.[feature])) found.add(`@media (${feature})`);
    } else if (node.type === 'rule') {
      if (node.selector.includes('&')) found.add('nesting');
      for (const [, pseudo = ''] of node.selector.matchAll(/:([a-z-]+)/g))
        if (!pseudo.startsWith('-') && !isKnown(selectors[pseudo])) found.add(`:${pseudo}`);
    } else if (node.type === 'decl') {
      const { prop, value } = node;
      if (!/^-/.test(prop) && !isKnown(properties[prop])) found.add(prop);
      for (const [, name = ''] of value.matchAll(/([a-z][a-z-]*)\(/g))
        if (!isKnown(functions.get(name))) found.add(`${name}()`);
      for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/g))
        if (!isKnown(lengths[unit])) found.add(unit);
      for (const word of value.split(/[\s,/]+/))
        if (/^[a-z-]+$/.test(word) && word !== '__compat' && !isKnown(properties[prop]?.[word]))
          found.add(`${prop}: ${word}`);
    }
  });
  return [...found].sort();
}
