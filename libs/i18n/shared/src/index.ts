export * from './locale.ts';
export type { Words } from './words.ts';
