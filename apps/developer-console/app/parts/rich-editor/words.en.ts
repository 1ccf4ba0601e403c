import { addWords } from '@yunduo/app-shell';
import { editor } from '@yunduo/i18n-developer-console/en/editor';
import { en } from '../../shell/en-words.ts';

addWords(en.words, { editor });
