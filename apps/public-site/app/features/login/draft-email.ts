/** The address is kept for all sections together: it goes along from one to the other, and into the other language. */
export const KEPT_EMAIL = { key: 'sign-in', fields: ['email'] } as const;
