import { addWords } from '@yunduo/app-shell';
import { accountSettings } from '@yunduo/i18n-public-site/en/account-settings';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { accountSettings });
