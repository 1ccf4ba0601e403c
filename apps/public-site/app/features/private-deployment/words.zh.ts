import { addWords } from '@yunduo/app-shell';
import { privateDeployment } from '@yunduo/i18n-public-site/zh/private-deployment';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { privateDeployment });
