import { emailSchema } from './account.ts';
import type { InferType } from 'yup';

/** The subscription box: an address, nothing else (specification §5: the slider stands before it is sent). */
export const subscribeSchema = emailSchema;

export type SubscribeForm = InferType<typeof subscribeSchema>;
