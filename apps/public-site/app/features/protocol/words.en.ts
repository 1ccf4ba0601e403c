import { addWords } from '@yunduo/app-shell';
import { protocol } from '@yunduo/i18n-public-site/en/protocol';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { protocol });
