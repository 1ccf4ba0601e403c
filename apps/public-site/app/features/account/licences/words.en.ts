import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/en/pages';
import { licences } from '@yunduo/i18n-public-site/en/licences';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { licences, pages });
