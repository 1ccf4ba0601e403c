import { addWords } from '@yunduo/app-shell';
import { mailLinks } from '@yunduo/i18n-public-site/en/mail-links';
import { en } from '../../shell/en-words.ts';

addWords(en.words, { mailLinks });
