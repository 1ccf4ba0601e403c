import type { Locale } from '@yunduo/i18n';
import type { i18n } from 'i18next';
import { addWords } from '../i18n/words-instance.ts';
import { loadChunk } from './load-chunk.ts';

type LoadModule = () => Promise<object>;

/** Modules of words by language. Each exports its namespaces by their names. */
export type WordModules = Readonly<Record<Locale, LoadModule | readonly LoadModule[]>>;

/** Loads the words of a part in the language of the page, and adds them. */
export async function loadWords(instance: i18n, modules: WordModules): Promise<void> {
  const loads = [modules[instance.language as Locale]].flat();
  for (const module of await Promise.all(loads.map(loadChunk))) addWords(instance, { ...module });
}
