import { addWords } from '@yunduo/app-shell';
import { pages } from '@yunduo/i18n/en/pages';
import { orders } from '@yunduo/i18n-public-site/en/orders';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { orders, pages });
