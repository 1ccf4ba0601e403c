import { addWords } from '@yunduo/app-shell';
import { validation } from '@yunduo/i18n/en/validation';
import { en } from '../shell/en-words.ts';

addWords(en.words, { validation });
