/** The same keys as `T`, any text: what the second language owes the first. */
export type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
