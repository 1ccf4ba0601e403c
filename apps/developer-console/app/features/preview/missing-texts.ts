import type { DevVersion } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import type { ListingValues } from '../../app-pages/listing-values.ts';

/** A text missing in one language: not translated, or not written at all. */
export interface Lacking {
  untranslated: boolean;
  field:
    'name' | 'intro' | 'description' | 'details' | 'screenshots' | 'requirements' | 'relations' | 'changes';
  /** Path of the field, such as `screenshots[1].alt.en`. */
  path: string;
  /** From 1, if there are several of a kind. */
  number?: number;
}

const isBlank = (text: string): boolean => text.replace(/<(?!img\s)[^>]*>|&nbsp;|\s/gi, '') === '';

/**
 * Texts that a reader of one language would miss: those required in at least one language, and those that exist only in
 * the other. Empty requirements have a default sentence in the store.
 */
export function missingTextsIn(
  locale: Locale,
  draft: ListingValues,
  coming: Pick<DevVersion, 'changes'> | undefined,
): Lacking[] {
  const other = locale === 'zh' ? 'en' : 'zh';
  const lacks = (text: Record<Locale, string>): boolean => isBlank(text[locale]) && !isBlank(text[other]);
  const found: Lacking[] = [];
  const look = (
    text: Record<Locale, string>,
    one: Omit<Lacking, 'untranslated'>,
    needed: 'needed' | 'optional' = 'optional',
  ) => {
    if (lacks(text)) found.push({ ...one, untranslated: true });
    else if (needed === 'needed' && isBlank(text[locale])) found.push({ ...one, untranslated: false });
  };
  for (const field of ['name', 'intro', 'details'] as const)
    look(draft[field], { field, path: `${field}.${locale}` }, 'needed');
  look(draft.description, { field: 'description', path: `description.${locale}` });
  draft.screenshots.forEach(({ alt }, index) => {
    const path = `screenshots[${index}].alt.${locale}`;
    look(alt, { field: 'screenshots', path, number: index + 1 }, 'needed');
  });
  for (const [part, text] of Object.entries(draft.requirements))
    look(text, { field: 'requirements', path: `requirements.${part}.${locale}` });
  draft.relations.forEach(({ note }, index) => {
    look(note, { field: 'relations', path: `relations[${index}].note.${locale}` });
  });
  coming?.changes.forEach(({ text }, index) => {
    look(text, { field: 'changes', path: `changes[${index}].text.${locale}`, number: index + 1 });
  });
  return found;
}
