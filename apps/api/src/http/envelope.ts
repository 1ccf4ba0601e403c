import { channel } from 'node:diagnostics_channel';
import type { Envelope, ErrorCode, ErrorData } from '@yunduo/api-contract';
import { isolate, waitOf, type Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n/en';
import { storeAnswers as storeEn } from '@yunduo/i18n/en/store-answers';
import { zh } from '@yunduo/i18n/zh';
import { storeAnswers as storeZh } from '@yunduo/i18n/zh/store-answers';

const errorWords = { zh: zh.errors, en: en.errors };
const storeWords = { zh: storeZh, en: storeEn };

/** Texts filled without one of their values, for tests. */
export const blanks = channel('yunduo:blanks');

/** `'wait {{minutes}} min'` → `'wait 5 min'`; a name without a value becomes empty. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!(name in values)) blanks.publish({ text, name });
    return isolate(String(values[name] ?? ''));
  });
}

/** The envelope of a successful response. */
export function ok<T>(data: T): Envelope<T> {
  return { code: 'OK', msg: 'OK', data };
}

/** The envelope of an error in words; `wait` among them is the remaining time, formatted in the language. */
export function errorResponse(
  locale: Locale,
  code: ErrorCode,
  data: ErrorData | null = null,
  words: Record<string, string | number> = {},
): Envelope<ErrorData | null> {
  if (data?.unpublished) {
    const { name: app, replaced_by: other } = data.unpublished;
    const { replaced, unpublished } = storeWords[locale];
    return { code, msg: fill(other ? replaced : unpublished, { app, other: other?.name ?? '' }), data };
  }
  const wait = data?.retry_after === undefined ? '' : waitOf(data.retry_after, locale);
  return { code, msg: fill(errorWords[locale][code], { wait, ...words }), data };
}
