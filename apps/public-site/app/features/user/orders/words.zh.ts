import { addWords } from '@yunduo/app-shell';
import { orders } from '@yunduo/i18n-public-site/zh/orders';
import { zh } from '../../../shell/zh-words.ts';

addWords(zh.words, { orders });
