import { addWords } from '@yunduo/app-shell';
import { newsletter } from '@yunduo/i18n-public-site/en/newsletter';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { newsletter });
