import { addWords } from '@yunduo/app-shell';
import { activity } from '@yunduo/i18n-public-site/en/activity';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { activity });
