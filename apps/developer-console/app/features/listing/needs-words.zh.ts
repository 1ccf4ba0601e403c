import { addWords } from '@yunduo/app-shell';
import { needs } from '@yunduo/i18n-developer-console/zh/needs';
import { zh } from '../../shell/zh-words.ts';

addWords(zh.words, { needs });
