import { addWords } from '@yunduo/app-shell';
import { privateDeployment } from '@yunduo/i18n-public-site/en/private-deployment';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { privateDeployment });
