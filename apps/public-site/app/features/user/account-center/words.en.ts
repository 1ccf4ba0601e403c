import { addWords } from '@yunduo/app-shell';
import { accountCenter } from '@yunduo/i18n-public-site/en/account-center';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { accountCenter });
