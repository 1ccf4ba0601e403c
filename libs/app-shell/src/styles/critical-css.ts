/**
 * A rule of a style sheet, and the sets of marks of which a page must contain one for the rule to apply;
 * null: always.
 */
interface Rule {
  text: string;
  needs: string[][] | null;
}

/** Consecutive rules. */
export interface Run {
  rules: readonly string[];
  /** True if they can apply in the page as sent; the others apply only after scripts have added elements. */
  shown: boolean;
}

const parsed = new Map<string, Rule[]>();

/** Splits a text at a mark outside of brackets and quotes; `{…}` also ends a piece if the mark is `;`. */
function pieces(text: string, mark: ',' | ';'): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  let quote = '';
  const cut = (to: number): void => {
    if (text.slice(from, to).trim()) found.push(text.slice(from, to).trim());
    from = to;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') at += 1;
    else if (quote) quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if ('({['.includes(sign)) depth += 1;
    else if (')}]'.includes(sign)) {
      depth -= 1;
      if (sign === '}' && depth === 0 && mark === ';') cut(at + 1);
    } else if (sign === mark && depth === 0) {
      cut(mark === ';' ? at + 1 : at);
      if (mark === ',') from = at + 1;
    }
  }
  cut(text.length);
  return found;
}

/** A class with its attribute conditions: `.button[data-kind=line]`. */
const MARKS = /\[[^\]]*\]|\.((?:[\w-]|\\.)+)((?:\[data-[\w-]+(?:="?[\w-]*"?)?\])*)/g;
const ATTRIBUTE = /\b(data-[\w-]+)(?:="?([\w-]*)"?)?/g;

/** An attribute as a class's condition: with its value, or `[data-busy]` for any value. */
const attributeMark = (name = '', value?: string): string =>
  value === undefined ? `[${name}]` : `[${name}=${value}]`;

const GROUP = /^@(media|supports|container|layer|starting-style)\b/;

function rulesOf(css: string): Rule[] {
  return pieces(css, ';').map((text) => {
    const open = text.indexOf('{');
    const head = text.slice(0, open);
    if (open > 0 && GROUP.test(head)) {
      const inner = rulesOf(text.slice(open + 1, -1)).map(({ needs }) => needs);
      return {
        text,
        needs: inner.some((needs) => needs === null) ? null : inner.flatMap((needs) => needs ?? []),
      };
    }
    if (open < 0 || head.startsWith('@')) return { text, needs: null };
    const needs = pieces(head, ',').map((selector) =>
      // Bracketed parts may be negated, optional or a value, and an attribute without a class may be set on
      // the document by the head script: they add no condition.
      [...selector.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').matchAll(MARKS)].flatMap(
        ([, name, attributes = '']) =>
          name === undefined
            ? []
            : [
                name,
                ...[...attributes.matchAll(ATTRIBUTE)].map(([, key, value]) => attributeMark(key, value)),
              ],
      ),
    );
    return { text, needs: needs.some((names) => names.length === 0) ? null : needs };
  });
}

/** An animation is needed if a rule of its sheet that uses it is. */
function withAnimations(rules: readonly Rule[]): Rule[] {
  return rules.map((rule) => {
    const name = /^@keyframes\s+([\w-]+)/.exec(rule.text)?.[1];
    if (!name) return rule;
    const users = rules
      .filter((other) => other !== rule && other.text.includes(name))
      .map(({ needs }) => needs);
    const known = users.length > 0 && !users.includes(null);
    return known ? { ...rule, needs: users.flatMap((needs) => needs ?? []) } : rule;
  });
}

/** The marks in a page's markup that styles select by: classes, and states (`data-…`) with their values. */
export const marksOf = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/\b(?:class="([^"]*)"|(data-[\w-]+)(?:="([^"]*)")?)/g)].flatMap(
      ([, names, attribute, value = '']) =>
        names === undefined
          ? [attributeMark(attribute), attributeMark(attribute, value)]
          : names.split(/\s+/),
    ),
  );

/**
 * Splits a sheet into alternating runs of rules that can apply in markup with these marks and rules that
 * cannot. Concatenated in order they give the sheet; no rule is split. A run that cannot apply and is shorter
 * than `least` characters joins the others.
 */
export function criticalCss(css: string, marks: ReadonlySet<string>, least = 0): Run[] {
  let rules = parsed.get(css);
  if (!rules) parsed.set(css, (rules = withAnimations(rulesOf(css))));
  const runs: { rules: string[]; shown: boolean }[] = [];
  const add = (shown: boolean, ...added: string[]): void => {
    const last = runs.at(-1);
    if (last?.shown === shown) last.rules.push(...added);
    else runs.push({ rules: added, shown });
  };
  let waiting: string[] = [];
  const settle = (): void => {
    const length = waiting.reduce((sum, text) => sum + text.length, 0);
    if (length > 0) add(length < least, ...waiting);
    waiting = [];
  };
  for (const { text, needs } of rules) {
    if (needs && !needs.some((names) => names.every((name) => marks.has(name)))) {
      waiting.push(text);
      continue;
    }
    settle();
    add(true, text);
  }
  settle();
  return runs;
}
