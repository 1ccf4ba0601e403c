import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/zh/app-page';
import { appPreview } from '@yunduo/i18n-developer-console/zh/app-preview';
import { zh } from '../shell/zh-words.ts';

addWords(zh.words, { appPage, appPreview });
