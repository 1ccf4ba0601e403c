import { addWords } from '@yunduo/app-shell';
import { myCodes } from '@yunduo/i18n-public-site/en/my-codes';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { myCodes });
