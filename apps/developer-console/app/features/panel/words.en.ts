import { addWords } from '@yunduo/app-shell';
import { validation } from '@yunduo/i18n/en/validation';
import { panel } from '@yunduo/i18n-developer-console/en/panel';
import { publisher } from '@yunduo/i18n-developer-console/en/publisher';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { panel, publisher, validation });
