import type { Words } from '@yunduo/i18n';
import type { zh } from './zh/index.ts';

/** The keys that both languages define. */
export type SiteWords = Words<typeof zh>;
