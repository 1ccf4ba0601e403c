import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/en/app-page';
import { preview } from '@yunduo/i18n-developer-console/en/preview';
import { en } from '../shell/en-words.ts';

addWords(en.words, { appPage, preview });
