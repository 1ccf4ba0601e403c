export const user = {} as const;
