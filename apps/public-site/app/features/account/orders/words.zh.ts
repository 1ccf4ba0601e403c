import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/zh/pages';
import { orders } from '@yunduo/i18n-public-site/zh/orders';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { orders, pages });
