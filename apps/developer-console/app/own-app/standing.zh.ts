import { addWords } from '@yunduo/app-shell';
import { standing } from '@yunduo/i18n-developer-console/zh/standing';
import { zh } from '../shell/zh-words.ts';

addWords(zh.words, { standing });
