export const storeTerms = {} as const;
