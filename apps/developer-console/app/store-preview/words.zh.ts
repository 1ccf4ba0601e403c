import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/zh/app-page';
import { preview } from '@yunduo/i18n-developer-console/zh/preview';
import { zh } from '../shell/zh-words.ts';

addWords(zh.words, { appPage, preview });
