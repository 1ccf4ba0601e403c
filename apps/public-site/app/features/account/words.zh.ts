import { addWords } from '@yunduo/app-shell';
import { captcha } from '@yunduo/i18n/zh/captcha';
import { forms } from '@yunduo/i18n-public-site/zh/forms';
import { account } from '@yunduo/i18n-public-site/zh/account';
import { zh } from '../../shell/zh-words.ts';

export { Outlet as default } from 'react-router';

addWords(zh.words, { captcha, forms, account });
