import { addWords } from '@yunduo/app-shell';
import { validation } from '@yunduo/i18n/zh/validation';
import { zh } from '../shell/zh-words.ts';

addWords(zh.words, { validation });
