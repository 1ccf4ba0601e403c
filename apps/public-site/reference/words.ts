import type { Locale } from '@yunduo/i18n';
import { reference as en } from '@yunduo/i18n-public-site/en/reference';
import { reference as zh } from '@yunduo/i18n-public-site/zh/reference';
import { referenceCalls } from '@yunduo/i18n-public-site/zh/reference-calls';
import type { Call } from './document.ts';

export type Words = typeof en;
export const WORDS: Readonly<Record<Locale, Words>> = { zh, en };

/** Fills `{{name}}` placeholders. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

/** Heading of a call, in a language. A call without a Chinese heading fails the build. */
export function titleOf(locale: Locale, { operationId, summary }: Call): string {
  if (locale === 'en') return summary;
  const title = referenceCalls[operationId];
  if (title === undefined) throw new Error(`${operationId} has no heading in Chinese`);
  return title;
}
