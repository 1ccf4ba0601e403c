export const protocol = {} as const;
