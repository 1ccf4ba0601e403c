import { errors } from './errors.ts';
import { messages } from './messages.ts';
import { validation } from './validation.ts';

/** Words that both web apps and the server use. */
export const zh = { errors, messages, validation };
