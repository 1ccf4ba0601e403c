import { addWords } from '@yunduo/app-shell';
import { appStatus } from '@yunduo/i18n-developer-console/en/app-status';
import { en } from '../shell/en-words.ts';

addWords(en.words, { appStatus });
