/** The keys of `T` with any text: the second language must have the same. */
export type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
