import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/zh/pages';
import { licences } from '@yunduo/i18n-public-site/zh/licences';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { licences, pages });
