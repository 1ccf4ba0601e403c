// Checks the words of both languages: same keys, same placeholders, no empty text, none unused, punctuation
// of each language, one name per thing, and the terms of docs/voice.md, in seeds and Markdown too. npm run
// i18n:check
import { licence as licenceEn } from '@yunduo/i18n/en/licence';
import { mail as mailEn } from '@yunduo/i18n/en/mail';
import { en as sharedEn } from '@yunduo/i18n/en';
import { order as orderEn } from '@yunduo/i18n/en/order';
import { proof as proofEn } from '@yunduo/i18n/en/proof';
import { review as reviewEn } from '@yunduo/i18n/en/review';
import { storeAnswers as answersEn } from '@yunduo/i18n/en/store-answers';
import { fieldRules as fieldRulesEn } from '@yunduo/i18n/en/field-rules';
import { terminal as terminalEn } from '@yunduo/i18n/en/terminal';
import { licence as licenceZh } from '@yunduo/i18n/zh/licence';
import { mail as mailZh } from '@yunduo/i18n/zh/mail';
import { zh as sharedZh } from '@yunduo/i18n/zh';
import { order as orderZh } from '@yunduo/i18n/zh/order';
import { proof as proofZh } from '@yunduo/i18n/zh/proof';
import { review as reviewZh } from '@yunduo/i18n/zh/review';
import { storeAnswers as answersZh } from '@yunduo/i18n/zh/store-answers';
import { fieldRules as fieldRulesZh } from '@yunduo/i18n/zh/field-rules';
import { terminal as terminalZh } from '@yunduo/i18n/zh/terminal';
import { en as consoleEn } from '@yunduo/i18n-developer-console/en';
import { zh as consoleZh } from '@yunduo/i18n-developer-console/zh';
import { en as siteEn } from '@yunduo/i18n-public-site/en';
import { reference as referenceEn } from '@yunduo/i18n-public-site/en/reference';
import { zh as siteZh } from '@yunduo/i18n-public-site/zh';
import { reference as referenceZh } from '@yunduo/i18n-public-site/zh/reference';
import { commandLine } from '../cli.ts';
import { filesOf, readProjects, readSources } from './workspace.ts';
import { voiceFaults, writtenFaults } from './voice.ts';
import type { SourceFile } from './workspace.ts';

export type Tree = { readonly [key: string]: string | Tree };

/** One library's words in both languages. */
export interface Pair {
  name: string;
  zh: Tree;
  en: Tree;
}

export const PAIRS: Pair[] = [
  { name: 'shared', zh: sharedZh, en: sharedEn },
  { name: 'mail', zh: mailZh, en: mailEn },
  { name: 'store-answers', zh: answersZh, en: answersEn },
  { name: 'licence', zh: licenceZh, en: licenceEn },
  { name: 'order', zh: orderZh, en: orderEn },
  { name: 'proof', zh: proofZh, en: proofEn },
  { name: 'review', zh: reviewZh, en: reviewEn },
  { name: 'terminal', zh: terminalZh, en: terminalEn },
  { name: 'field-rules', zh: fieldRulesZh, en: fieldRulesEn },
  { name: 'public-site', zh: siteZh, en: siteEn },
  { name: 'reference', zh: referenceZh, en: referenceEn },
  { name: 'developer-console', zh: consoleZh, en: consoleEn },
];

/** `{a: {b: 'x'}}` → `a.b` → `x`. */
export function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

/** A singular may write "one" instead of the count. */
const placeholders = (key: string, text: string): string =>
  (text.match(/\{\{[^}]*\}\}/g) ?? [])
    .filter((found) => !(key.endsWith('_one') && found === '{{count}}'))
    .sort()
    .join(' ');

/** Selected by codes and keys in data, or given literally by the specification (§8). */
const BY_DATA = /^(errors|validation|messages|areas|type)\./;

/** Pairs that the server reads as objects. */
const AS_PROPERTIES = new Set([
  'mail',
  'store-answers',
  'licence',
  'order',
  'proof',
  'review',
  'terminal',
  'field-rules',
  'reference',
]);

/** Where the two languages differ in more than their words. */
export function pairFaults({ name, zh, en }: Pair): string[] {
  const chinese = flatten(zh);
  const english = flatten(en);
  const errors: string[] = [];
  for (const key of new Set([...chinese.keys(), ...english.keys()])) {
    const place = `${name}: ${key}`;
    const [one, other] = [chinese.get(key), english.get(key)];
    if (one === undefined || other === undefined) {
      errors.push(`${place} is missing in ${one === undefined ? 'Chinese' : 'English'}`);
      continue;
    }
    // An empty text is intended if it is empty in both languages, or if one language needs no word there.
    if (!one.trim() && !other.trim()) errors.push(`${place} is empty`);
    const [inChinese, inEnglish] = [placeholders(key, one), placeholders(key, other)];
    if (inChinese !== inEnglish) {
      errors.push(`${place} has ${inChinese || 'none'} in Chinese, ${inEnglish || 'none'} in English`);
    }
    errors.push(
      ...[...punctuationFaults(one), ...nameFaults(one, other)].map((fault) => `${place}: ${fault}`),
    );
    if ([one, other].some((text) => /\{\{reason\}\}\p{P}/u.test(text)))
      errors.push(`${place}: a reason brings its own full stop`);
    if (other.includes('"')) errors.push(`${place}: straight quotes in English`);
    errors.push(...nameOfWordsFaults(place, key, { zh: chinese, en: english }));
    if (/[，。；：？！（）“”]/.test(other.replaceAll(/[“”]/g, ''))) {
      errors.push(`${place}: English text with Chinese punctuation`);
    }
  }
  return errors;
}

/**
 * A control's spoken name, `…_label`, that omits its visible text, `…`: speech input uses the visible words
 * (WCAG 2.5.3).
 */
function nameOfWordsFaults(place: string, key: string, words: Record<string, Map<string, string>>): string[] {
  if (!key.endsWith('_label')) return [];
  return Object.entries(words).flatMap(([lang, texts]) => {
    const [name = '', seen = ''] = [texts.get(key), texts.get(key.slice(0, -'_label'.length))];
    return name.toLowerCase().includes(seen.toLowerCase())
      ? []
      : [`${place}: its name in ${lang} leaves out “${seen}”, which is seen`];
  });
}

/**
 * Terms with one name on pages, in emails and in errors: the Chinese term, and the English words to avoid for
 * it.
 */
const NAMES = [
  { zh: /授权(?!文件)/, never: /\blicen[cs]es?\b(?! file)/i, say: 'authorization code' },
  { zh: /客服/, never: /\bsupport\b/i, say: 'customer service' },
  { zh: /模拟支付/, never: /\bsandbox\b/i, say: 'test payment' },
] as const;
/** Names that other words of the product do not use for the same thing. */
export function nameFaults(zh: string, en: string): string[] {
  const output = en.replaceAll(/\{\{\w+\}\}/g, '');
  return [
    ...NAMES.filter((name) => name.zh.test(zh) && name.never.test(output)).map(({ say }) => `say “${say}”`),
    ...voiceFaults('zh', zh),
    ...voiceFaults('en', en),
  ];
}

/** Half-width punctuation between or after Chinese characters. Numbers, versions and commands keep theirs. */
export function punctuationFaults(text: string): string[] {
  const errors: string[] = [];
  if (/\p{Script=Han}[,;:?!]|\p{Script=Han}\.(?!\w)/u.test(text))
    errors.push('half-width punctuation after Chinese');
  if (/\p{Script=Han}\(|\)\p{Script=Han}/u.test(text)) errors.push('half-width brackets around Chinese');
  if (/\p{Script=Han}"|"\p{Script=Han}/u.test(text)) errors.push('straight quotes around Chinese');
  if (/[，。、；：？！（）“”] | [，。、；：？！（）“”]/u.test(text))
    errors.push('a space beside full-width punctuation');
  if (/\{\{date\}\} \p{Script=Han}/u.test(text)) errors.push('a space after the 日 of a date');
  return errors;
}

/**
 * Keys that no source file uses. A key counts as used if the code contains it as a string, whole or without
 * its namespace, or if a template builds keys below its parent (`genders.${gender}`). The server reads words
 * as properties, by their last part.
 */
export function unusedKeys(pair: Pair, sources: readonly SourceFile[]): string[] {
  const code = sources.map(({ text }) => text).join('\n');
  const literals = new Set([...code.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, literal]) => literal ?? ''));
  const properties = new Set(
    [...code.matchAll(/\.(\w+)|[{,] (\w+): \w+(?=[, ])/g)].map(([, read, taken]) => read ?? taken ?? ''),
  );
  const templates = [...code.matchAll(/`([\w.]*)\$\{[^}]*\}([\w.]*)`/g)].map(
    ([, before = '', after = '']) => [before, after] as const,
  );
  return [...flatten(pair.zh).keys()].filter((key) => {
    // The hook gets the namespace once, and a plural is requested without its suffix.
    const name = key.slice(key.indexOf('.') + 1).replace(/_(one|other|zero)$/, '');
    const last = name.slice(name.lastIndexOf('.') + 1);
    if (BY_DATA.test(key)) return false;
    if (literals.has(name) || literals.has(key)) return false;
    if (AS_PROPERTIES.has(pair.name) && (literals.has(last) || properties.has(last))) return false;
    return !templates.some(
      ([before, after]) => before + after !== '' && name.startsWith(before) && name.endsWith(after),
    );
  });
}

/** Every fault in the words of every library. */
export function i18nFaults(): string[] {
  const words = new Set(filesOf('libs/i18n/**/src/{zh,en}/*.ts'));
  const sources = readSources(readProjects()).filter(
    ({ path }) => !words.has(path) && !path.startsWith('tools/') && !/\.(test|e2e|stories)\.tsx?$/.test(path),
  );
  return PAIRS.flatMap((pair) => [
    ...pairFaults(pair),
    ...unusedKeys(pair, sources).map((key) => `${pair.name}: ${key} is not used`),
  ]).concat(writtenFaults());
}

if (process.argv[1] === import.meta.filename) {
  commandLine('npm run i18n:check: whether the words of both languages agree', {});
  const errors = i18nFaults();
  console.log(errors.length ? errors.join('\n') : 'The words of both languages agree.');
  process.exit(errors.length ? 1 : 0);
}
