import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/zh/app-page';
import { storeDetail } from '@yunduo/i18n-public-site/zh/store-detail';
import { zh } from '../../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { appPage, storeDetail });
