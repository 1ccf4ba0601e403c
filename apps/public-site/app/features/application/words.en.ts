import { addWords } from '@yunduo/app-shell';
import { application } from '@yunduo/i18n-public-site/en/application';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { application });
