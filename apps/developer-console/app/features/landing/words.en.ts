import { addWords } from '@yunduo/app-shell';
import { landing } from '@yunduo/i18n-developer-console/en/landing';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { landing });
