export const storeDetail = {} as const;
