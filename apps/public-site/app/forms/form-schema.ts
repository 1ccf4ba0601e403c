import { loadChunk } from '@yunduo/app-shell';
import type { FormSchema } from '@yunduo/app-shell/forms';
import { splitLocale } from '@yunduo/i18n';
import { REQUIRED_FIELDS } from './required-fields.ts';
import type * as rules from './rules.ts';

type Rules = typeof rules;

/** What the rules have to say, in the language of the page: needed when they are, and not before. */
const words = { zh: () => import('./validation-words.zh.ts'), en: () => import('./validation-words.en.ts') };

/** The loader of a schema that stands elsewhere, together with the words of what it refuses. */
export function schemaWithWords<S>(load: () => Promise<S>, required: readonly string[] = []): FormSchema<S> {
  const loader = async (): Promise<S> => {
    const language = words[splitLocale(location.pathname).locale];
    const [schema] = await Promise.all([load(), loadChunk(language)]);
    return schema;
  };
  return Object.assign(loader, { required });
}

/** The loader of one schema. yup and the rules are one file, fetched once, and their words come with them. */
export const formSchema = <N extends keyof typeof REQUIRED_FIELDS>(name: N): FormSchema<Rules[N]> =>
  schemaWithWords(async () => (await loadChunk(() => import('./rules.ts')))[name], REQUIRED_FIELDS[name]);
