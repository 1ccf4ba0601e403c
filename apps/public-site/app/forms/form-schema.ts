import { splitLocale } from '@yunduo/i18n';
import type * as rules from './rules.ts';

type Rules = typeof rules;

/** What the rules have to say, in the language of the page: needed when they are, and not before. */
const words = { zh: () => import('./validation-words.zh.ts'), en: () => import('./validation-words.en.ts') };

/** The loader of one schema. yup and the rules are one file, fetched once, and their words come with them. */
export const formSchema =
  <N extends keyof Rules>(name: N) =>
  async (): Promise<Rules[N]> => {
    const [rules] = await Promise.all([import('./rules.ts'), words[splitLocale(location.pathname).locale]()]);
    return rules[name];
  };
