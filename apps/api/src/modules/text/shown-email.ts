import { domainToUnicode } from 'node:url';

/** Scripts that are mixed within a word; any other script stands alone. */
const TOGETHER = [
  /^[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Latin}\p{N}\p{M}-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}\p{N}\p{M}ー-]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Latin}\p{N}\p{M}-]+$/u,
  ...[
    'Cyrillic',
    'Greek',
    'Arabic',
    'Hebrew',
    'Thai',
    'Devanagari',
    'Bengali',
    'Tamil',
    'Telugu',
    'Armenian',
    'Georgian',
  ].map((script) => new RegExp(`^[\\p{Script=${script}}\\p{N}\\p{M}-]+$`, 'u')),
];

/**
 * A stored address for display: `lin@xn--fsqu00a.xn--fiqs8s` → `lin@例子.中国`. A label that mixes scripts stays in ASCII,
 * since it can imitate another one; browsers do the same.
 */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  if (at === 0 || !email.includes('xn--', at)) return email;
  const labels = email.slice(at).split('.');
  const shown = labels.map((label) => {
    const unicode = domainToUnicode(label);
    return unicode !== '' && TOGETHER.some((script) => script.test(unicode)) ? unicode : label;
  });
  return email.slice(0, at) + shown.join('.');
}
