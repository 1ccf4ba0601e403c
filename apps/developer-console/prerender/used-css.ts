interface Statement {
  /** What stands before the block, or the whole of a statement without one. */
  prelude: string;
  block: string | undefined;
}

/** The statements of minified CSS at one depth: no comments; braces and commas in strings or brackets end nothing. */
function statementsOf(css: string): Statement[] {
  const found: Statement[] = [];
  let at = 0;
  while (at < css.length) {
    const end = endOf(css, at, '{;');
    const prelude = css.slice(at, end);
    if (css[end] !== '{') {
      if (prelude) found.push({ prelude: css.slice(at, end + 1), block: undefined });
      at = end + 1;
      continue;
    }
    const close = endOf(css, end + 1, '}');
    if (close === css.length) throw new Error(`a block is not closed: ${prelude.slice(0, 80)}`);
    found.push({ prelude, block: css.slice(end + 1, close) });
    at = close + 1;
  }
  return found;
}

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y;
const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Where the first of some signs stands at the depth of `from`, or the end. */
function endOf(css: string, from: number, signs: string): number {
  let at = from;
  while (at < css.length) {
    const sign = css[at] ?? '';
    if (signs.includes(sign)) return at;
    if (sign === '\\') at += 1;
    else if (sign === '"' || sign === "'") {
      STRING.lastIndex = at;
      at += (STRING.exec(css)?.[0].length ?? css.length) - 1;
    } else if (CLOSES[sign]) at = endOf(css, at + 1, CLOSES[sign] ?? '');
    at += 1;
  }
  return css.length;
}

/** The selectors of a list: commas in brackets part nothing. */
function selectorsOf(list: string): string[] {
  const selectors: string[] = [];
  for (let at = 0; at <= list.length;) {
    const end = endOf(list, at, ',');
    selectors.push(list.slice(at, end));
    at = end + 1;
  }
  return selectors;
}

/** Groups that hold at least one rule; everything else that begins with @ is kept as it is. */
const GROUP = /^@(media|supports|layer|container)\b/;
const KEYFRAMES = /^@(?:-webkit-)?keyframes\s+([\w-]+)$/;
/** Attributes name no class, and what these hold asks for none that must be there. */
const NO_CLASS = /\[[^\]]*\]|:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;

function kept(css: string, classes: ReadonlySet<string>): string {
  const isUsed = (selector: string): boolean =>
    [...selector.replace(NO_CLASS, '').matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name));
  return statementsOf(css)
    .map(({ prelude, block }) => {
      if (block === undefined) return prelude;
      if (GROUP.test(prelude)) {
        const inside = kept(block, classes);
        return inside && `${prelude}{${inside}}`;
      }
      const used = prelude.startsWith('@') ? [prelude] : selectorsOf(prelude).filter(isUsed);
      return used.length > 0 ? `${used.join(',')}{${block}}` : '';
    })
    .join('');
}

/**
 * What a rendered page can use of a minified style sheet: every rule whose classes stand in it, in the same order, and
 * the keyframes that these name. States that come later (an attribute, a focus, another width or theme) are in it, since
 * nothing but classes decides.
 */
export function usedCss(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
  );
  const statements = statementsOf(kept(css, classes)).map(({ prelude, block }) => ({
    text: block === undefined ? prelude : `${prelude}{${block}}`,
    keyframes: KEYFRAMES.exec(prelude)?.[1],
  }));
  const rules = statements
    .filter(({ keyframes }) => !keyframes)
    .map(({ text }) => text)
    .join('');
  const moves = (name: string): boolean => new RegExp(`animation[^;}]*[\\s:,]${name}[\\s;},]`).test(rules);
  return statements
    .filter(({ keyframes }) => !keyframes || moves(keyframes))
    .map(({ text }) => text)
    .join('');
}
