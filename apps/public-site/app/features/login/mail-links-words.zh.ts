import { addWords } from '@yunduo/app-shell';
import { mailLinks } from '@yunduo/i18n-public-site/zh/mail-links';
import { zh } from '../../shell/zh-words.ts';

addWords(zh.words, { mailLinks });
