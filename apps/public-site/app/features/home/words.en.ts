import { addWords } from '@yunduo/app-shell';
import { captcha } from '@yunduo/i18n/en/captcha';
import { forms } from '@yunduo/i18n-public-site/en/forms';
import { home } from '@yunduo/i18n-public-site/en/home';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { captcha, forms, home });
