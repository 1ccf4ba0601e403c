import { addWords } from '@yunduo/app-shell';
import { about } from '@yunduo/i18n-public-site/en/about';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { about });
