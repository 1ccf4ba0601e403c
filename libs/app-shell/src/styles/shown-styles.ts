/** A rule of a sheet, and the sets of classes of which one has to stand in a page for it to show; null: always. */
interface Rule {
  text: string;
  needs: string[][] | null;
}

/** Rules that follow each other. */
export interface Run {
  rules: readonly string[];
  /** Whether they can show in the page as it is sent; the others can only when scripts have put in more. */
  shown: boolean;
}

const parsed = new Map<string, Rule[]>();

/** Cuts a text at a mark that stands outside of brackets and quotes; `{…}` ends a piece too where the mark is `;`. */
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
      // What stands in brackets may be refused, optional or a value: it asks for nothing.
      [...selector.replace(/\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '').matchAll(/\.((?:[\w-]|\\.)+)/g)].map(
        ([, name = '']) => name,
      ),
    );
    return { text, needs: needs.some((names) => names.length === 0) ? null : needs };
  });
}

/** An animation is needed where a rule of its sheet that names it is. */
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

/** The classes that a page's markup bears. */
export const classesOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));

/**
 * A sheet cut into runs of what can show in markup with these classes and of what cannot, by turns and in their order:
 * one after the other they are the sheet. No rule is cut.
 */
export function shownStyles(css: string, classes: ReadonlySet<string>): Run[] {
  let rules = parsed.get(css);
  if (!rules) parsed.set(css, (rules = withAnimations(rulesOf(css))));
  const runs: { rules: string[]; shown: boolean }[] = [];
  for (const { text, needs } of rules) {
    const shown = needs === null || needs.some((names) => names.every((name) => classes.has(name)));
    const last = runs.at(-1);
    if (last?.shown === shown) last.rules.push(text);
    else runs.push({ rules: [text], shown });
  }
  return runs;
}
