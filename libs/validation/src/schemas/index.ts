export * from './account.ts';
export * from './message.ts';
export * from './store.ts';
export * from './review.ts';
