import { addWords } from '@yunduo/app-shell';
import { appPage } from '@yunduo/i18n/en/app-page';
import { storeDetail } from '@yunduo/i18n-public-site/en/store-detail';
import { en } from '../../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { appPage, storeDetail });
