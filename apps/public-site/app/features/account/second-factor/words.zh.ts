import { addWords } from '@yunduo/app-shell';
import { secondFactor } from '@yunduo/i18n-public-site/zh/second-factor';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { secondFactor });
