import { loadChunk, loadWords, type WordModules } from '@yunduo/app-shell';
import type { FormSchema } from '@yunduo/app-shell/forms';
import { REQUIRED_FIELDS } from './required-fields.ts';
import type * as rules from './rules.ts';

type Rules = typeof rules;

/** Messages of the rules, in the language of the page; loaded only when needed. */
const messages: WordModules = {
  zh: () => import('@yunduo/i18n/zh/validation'),
  en: () => import('@yunduo/i18n/en/validation'),
};

/** Loader of a schema from another module, with the validation messages. */
export function schemaWithWords<S>(load: () => Promise<S>, required: readonly string[] = []): FormSchema<S> {
  const loader: FormSchema<S> = async (words) => {
    const [schema] = await Promise.all([load(), words && loadWords(words, messages)]);
    return schema;
  };
  return Object.assign(loader, { required });
}

/** Loader of one schema. yup and the rules are one chunk, fetched once, together with the messages. */
export const formSchema = <N extends keyof typeof REQUIRED_FIELDS>(name: N): FormSchema<Rules[N]> =>
  schemaWithWords(async () => (await loadChunk(() => import('./rules.ts')))[name], REQUIRED_FIELDS[name]);
