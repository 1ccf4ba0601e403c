import type * as rules from './rules.ts';

type Rules = typeof rules;

/** The loader of one schema. yup and the rules are one file, fetched once. */
export const formSchema =
  <N extends keyof Rules>(name: N) =>
  async (): Promise<Rules[N]> =>
    (await import('./rules.ts'))[name];
