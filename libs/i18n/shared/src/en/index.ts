import { appPage } from './app-page.ts';
import { captcha } from './captcha.ts';
import { errors } from './errors.ts';
import { messages } from './messages.ts';
import { pages } from './pages.ts';
import { shell } from './shell.ts';
import { storeTerms } from './store-terms.ts';
import { validation } from './validation.ts';

/** Words that both web apps share; `mail.ts` is the server's alone and has its own entry. */
export const en = { appPage, captcha, errors, messages, pages, shell, storeTerms, validation };
