export const errorsPage = {} as const;
