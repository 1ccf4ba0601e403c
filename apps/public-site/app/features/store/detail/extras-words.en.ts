import { addWords } from '@yunduo/app-shell';
import { validation } from '@yunduo/i18n/en/validation';
import { storeExtras } from '@yunduo/i18n-public-site/en/store-extras';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { validation, storeExtras });
