import type { Envelope, ErrorCode, ErrorData } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';

const errorWords = { zh: zh.errors, en: en.errors };

/** `'wait {{seconds}} s'` → `'wait 5 s'`; a name without a value stays empty. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function ok<T>(data: T): Envelope<T> {
  return { code: 'OK', msg: 'OK', data };
}

export function refusal(
  locale: Locale,
  code: ErrorCode,
  data: ErrorData | null = null,
  words: Record<string, string | number> = {},
): Envelope<ErrorData | null> {
  return { code, msg: fill(errorWords[locale][code], words), data };
}
