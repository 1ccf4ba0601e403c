import { addWords } from '@yunduo/app-shell';
import { auth } from '@yunduo/i18n-public-site/en/auth';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { auth });
