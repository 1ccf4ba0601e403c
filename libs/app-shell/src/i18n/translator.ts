import type { i18n } from 'i18next';

/** Keys: `save`, `form.title`, and `items` for `items_one` and `items_other`. */
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K extends `${infer Base}_${'one' | 'other'}`
      ? Base | K
      : K
    : `${K}.${KeyOf<T[K]>}`;
}[keyof T & string];

type Variables = Record<string, string | number>;

/** Words of one namespace: `t('greeting', { name })`. An unknown key does not compile. */
export type Translate<T> = (key: KeyOf<T>, variables?: Variables) => string;

const translators = new WeakMap<i18n, Map<string, Translate<unknown>>>();

/**
 * The words of one namespace. The function is stable, so that effects may depend on it. A text without
 * variables is looked up once. A missing word returns its key and is looked up again next time.
 */
export function translator<T>(words: i18n, namespace: string): Translate<T> {
  let ofWords = translators.get(words);
  if (!ofWords) translators.set(words, (ofWords = new Map()));
  let translate = ofWords.get(namespace);
  if (!translate) ofWords.set(namespace, (translate = makeTranslator(words, namespace)));
  return translate as Translate<T>;
}

function makeTranslator(words: i18n, namespace: string): (key: string, variables?: Variables) => string {
  const look = words.getFixedT(null, namespace);
  const texts = new Map<string, string>();
  // In development, a changed words file replaces the words.
  words.store.on('added', () => texts.clear());
  return (key, variables) => {
    if (variables) return look(key, variables);
    let text = texts.get(key);
    if (text === undefined) {
      text = look(key);
      if (text !== key) texts.set(key, text);
    }
    return text;
  };
}
