import { addWords } from '@yunduo/app-shell';
import { secondFactor } from '@yunduo/i18n-public-site/en/second-factor';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { secondFactor });
