import { addWords } from '@yunduo/app-shell';
import { myCodes } from '@yunduo/i18n-public-site/zh/my-codes';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { myCodes });
