export * from './locale.ts';
export * from './localized.ts';
export type { Words } from './words.ts';
export * from './day.ts';
export * from './money.ts';
export * from './size.ts';
export * from './text-lang.ts';
export * from './wait.ts';
