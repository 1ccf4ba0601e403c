import { addWords } from '@yunduo/app-shell';
import { captcha } from '@yunduo/i18n/en/captcha';
import { download } from '@yunduo/i18n-public-site/en/download';
import { forms } from '@yunduo/i18n-public-site/en/forms';
import { en } from '../../shell/en-words.ts';

export { Outlet as default } from 'react-router';

addWords(en.words, { captcha, download, forms });
