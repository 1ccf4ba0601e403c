import { addWords } from '@yunduo/app-shell';
import { guide } from '@yunduo/i18n-public-site/en/guide';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { guide });
