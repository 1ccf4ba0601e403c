import { addWords } from '@yunduo/app-shell';
import { accountSettings } from '@yunduo/i18n-public-site/zh/account-settings';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { accountSettings });
