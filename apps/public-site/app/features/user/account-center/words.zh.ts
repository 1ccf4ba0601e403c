import { addWords } from '@yunduo/app-shell';
import { accountCenter } from '@yunduo/i18n-public-site/zh/account-center';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { accountCenter });
