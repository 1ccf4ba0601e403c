import { addWords } from '@yunduo/app-shell';
import { standing } from '@yunduo/i18n-developer-console/en/standing';
import { en } from '../shell/en-words.ts';

addWords(en.words, { standing });
