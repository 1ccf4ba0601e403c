import { LOCALES } from '@yunduo/i18n';
import { codePoints } from '@yunduo/validation';
import { isWritten, type FieldMessage } from '@yunduo/validation/schemas';
import type { Config } from '../../config.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { apiError } from '../../http/errors.ts';
import { renderMarkdown } from './markdown.ts';
import { sanitiseRichText } from './rich-text.ts';

// The forms' rules see what was typed. These see what a reader gets: HTML that is only a script is empty once it is
// sanitised, and so is Markdown of a lone list mark.

/** Rejects an optional text of which a reader sees only one language. */
function rejectOneSided(field: string, shown: Bilingual): void {
  const missing = LOCALES.filter((locale) => !isWritten(shown[locale]));
  if (missing.length !== 1) return;
  throw apiError('VALIDATION_FAILED', { fields: { [`${field}.${missing[0]}`]: 'text_required_both' } });
}

/**
 * Rich text of the field `html` as stored: sanitised, empty in both languages if a reader would see nothing of it.
 * @throws ApiError VALIDATION_FAILED for one language without content, or longer than `max` once characters are escaped
 */
export function richTextOf(html: Bilingual, { filesUrl }: Config, max: number): Bilingual {
  const clean = (text: string) => sanitiseRichText(text, `${filesUrl}/uploads`);
  const stored = { zh: clean(html.zh), en: clean(html.en) };
  rejectOneSided('html', stored);
  const long = LOCALES.find((locale) => codePoints(stored[locale]) > max);
  if (long) throw apiError('VALIDATION_FAILED', { fields: { [`html.${long}`]: 'html_length' } });
  return isWritten(stored.zh) ? stored : { zh: '', en: '' };
}

/**
 * Checks optional Markdown.
 * @throws ApiError VALIDATION_FAILED for one language in which a reader would see nothing
 */
export const checkOptionalMarkdown = (field: string, { zh, en }: Bilingual): void =>
  rejectOneSided(field, { zh: renderMarkdown(zh), en: renderMarkdown(en) });

/**
 * Checks Markdown that needs both languages.
 * @throws ApiError VALIDATION_FAILED at each language in which a reader would see nothing
 */
export function checkMarkdown(texts: Readonly<Record<string, string>>, message: FieldMessage): void {
  const missing = Object.entries(texts).filter(([, text]) => !isWritten(renderMarkdown(text)));
  if (missing.length === 0) return;
  throw apiError('VALIDATION_FAILED', {
    fields: Object.fromEntries(missing.map(([field]) => [field, message])),
  });
}
