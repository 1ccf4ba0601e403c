import type { Words } from '@yunduo/i18n';
import type { zh } from './zh/index.ts';

/** The shape that both languages fill. */
export type ConsoleWords = Words<typeof zh>;
