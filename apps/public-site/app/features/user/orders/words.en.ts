import { addWords } from '@yunduo/app-shell';
import { orders } from '@yunduo/i18n-public-site/en/orders';
import { en } from '../../../shell/en-words.ts';

addWords(en.words, { orders });
