import { emailSchema } from './account.ts';

/** The newsletter form: only an address (specification §5: the slider comes before sending). */
export const subscribeSchema = emailSchema;
