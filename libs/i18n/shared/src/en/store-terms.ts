import type { Words } from '../words.ts';
import type { storeTerms as zh } from '../zh/store-terms.ts';

export const storeTerms = {} satisfies Words<typeof zh>;
