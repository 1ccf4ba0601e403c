import { emailSchema } from './account.ts';

/** The subscription box: an address, nothing else (specification §5: the slider stands before it is sent). */
export const subscribeSchema = emailSchema;
