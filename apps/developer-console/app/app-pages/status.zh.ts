import { addWords } from '@yunduo/app-shell';
import { appStatus } from '@yunduo/i18n-developer-console/zh/app-status';
import { zh } from '../shell/zh-words.ts';

addWords(zh.words, { appStatus });
