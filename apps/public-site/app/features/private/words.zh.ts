import { addWords } from '@yunduo/app-shell';
import { privateDeploy } from '@yunduo/i18n-public-site/zh/private-deploy';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { privateDeploy });
