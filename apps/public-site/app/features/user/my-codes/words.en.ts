import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/en/pages';
import { myCodes } from '@yunduo/i18n-public-site/en/my-codes';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { myCodes, pages });
