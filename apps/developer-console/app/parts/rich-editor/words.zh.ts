import { addWords } from '@yunduo/app-shell';
import { editor } from '@yunduo/i18n-developer-console/zh/editor';
import { zh } from '../../shell/zh-words.ts';

addWords(zh.words, { editor });
