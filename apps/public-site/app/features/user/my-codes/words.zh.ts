import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/zh/pages';
import { myCodes } from '@yunduo/i18n-public-site/zh/my-codes';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { myCodes, pages });
