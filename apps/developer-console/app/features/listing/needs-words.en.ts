import { addWords } from '@yunduo/app-shell';
import { needs } from '@yunduo/i18n-developer-console/en/needs';
import { en } from '../../shell/en-words.ts';

addWords(en.words, { needs });
