import { messages } from './messages.ts';
import { shell } from './shell.ts';
import { storeTerms } from './store-terms.ts';

/** What every page of both web apps may have to say; other words come with the features that use them. */
export const everyPage = { messages, shell, storeTerms };
