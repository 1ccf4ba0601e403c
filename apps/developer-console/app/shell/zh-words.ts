import { everyPage } from '@yunduo/i18n/zh/every-page';
import { frame } from '@yunduo/i18n-developer-console/zh/frame';
import { languageHandle } from './language.ts';

/** The words that every page needs; the pages add theirs (`routes.ts`). */
export const zh = languageHandle('zh', { ...everyPage, frame });
