import type { DevVersion } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import type { AppDraft } from '../../own-app/app-draft.ts';

/** A text that one language has not got. */
export interface Lacking {
  field:
    'name' | 'intro' | 'description' | 'details' | 'screenshots' | 'requirements' | 'relations' | 'changes';
  /** Where it is written, such as `screenshots[1].alt.en`. */
  path: string;
  /** From 1, where there are several of the kind. */
  number?: number;
}

const isBlank = (text: string): boolean => text.replace(/<(?!img\s)[^>]*>|&nbsp;|\s/gi, '') === '';

/**
 * What a reader of one language would miss: what every app must say, and what the other language says. Requirements
 * have a sentence of the store's own where nothing is written.
 */
export function lackingIn(
  locale: Locale,
  draft: AppDraft,
  coming: Pick<DevVersion, 'changes'> | undefined,
): Lacking[] {
  const other = locale === 'zh' ? 'en' : 'zh';
  const lacks = (text: Record<Locale, string>): boolean => isBlank(text[locale]) && !isBlank(text[other]);
  const found: Lacking[] = [];
  for (const field of ['name', 'intro', 'details'] as const)
    if (isBlank(draft[field][locale])) found.push({ field, path: `${field}.${locale}` });
  if (lacks(draft.description)) found.push({ field: 'description', path: `description.${locale}` });
  draft.screenshots.forEach(({ alt }, index) => {
    if (isBlank(alt[locale]))
      found.push({ field: 'screenshots', path: `screenshots[${index}].alt.${locale}`, number: index + 1 });
  });
  for (const [part, text] of Object.entries(draft.requirements))
    if (lacks(text)) found.push({ field: 'requirements', path: `requirements.${part}.${locale}` });
  draft.relations.forEach(({ note }, index) => {
    if (lacks(note)) found.push({ field: 'relations', path: `relations[${index}].note.${locale}` });
  });
  coming?.changes.forEach(({ text }, index) => {
    if (lacks(text))
      found.push({ field: 'changes', path: `changes[${index}].text.${locale}`, number: index + 1 });
  });
  return found;
}
