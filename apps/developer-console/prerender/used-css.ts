import { transform } from 'lightningcss';

/** A style sheet without the rules that only these names would need. */
const without = (css: string, unusedSymbols: string[]): string =>
  Buffer.from(
    transform({ filename: 'landing.css', code: Buffer.from(css), minify: true, unusedSymbols }).code,
  ).toString();

const namesOf = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/**
 * What a rendered page can use of a style sheet: every rule whose classes stand in it, in the same order, and the
 * keyframes that these name. States that come later (an attribute, a focus, another width or theme) are in it, since
 * nothing but classes decides.
 * @throws when the style sheet is none
 */
export function usedCss(css: string, html: string): string {
  const inPage = new Set(namesOf(/\bclass="([^"]*)"/g, html).flatMap((names) => names.split(/\s+/)));
  const rules = without(
    css,
    namesOf(/\.([a-z_][\w-]*)/gi, css).filter((name) => !inPage.has(name)),
  );
  const animations = namesOf(/\banimation(?:-name)?:([^;}]*)/g, rules).flatMap((value) =>
    value.split(/[\s,]+/),
  );
  return without(
    rules,
    namesOf(/@keyframes ([\w-]+)/g, rules).filter((name) => !animations.includes(name)),
  );
}
