import { addWords } from '@yunduo/app-shell';
import { purchase } from '@yunduo/i18n-public-site/en/purchase';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { purchase });
