import { addWords } from '@yunduo/app-shell';
import { privateDeploy } from '@yunduo/i18n-public-site/en/private-deploy';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { privateDeploy });
