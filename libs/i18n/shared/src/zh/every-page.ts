import { messages } from './messages.ts';
import { shell } from './shell.ts';
import { storeTerms } from './store-terms.ts';

/** Words that every page of both web apps needs; others load with their features. */
export const everyPage = { messages, shell, storeTerms };
