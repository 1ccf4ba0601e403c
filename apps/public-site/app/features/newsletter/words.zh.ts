import { addWords } from '@yunduo/app-shell';
import { newsletter } from '@yunduo/i18n-public-site/zh/newsletter';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { newsletter });
