import { addWords } from '@yunduo/app-shell';
import { captcha } from '@yunduo/i18n/zh/captcha';
import { download } from '@yunduo/i18n-public-site/zh/download';
import { forms } from '@yunduo/i18n-public-site/zh/forms';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { captcha, download, forms });
