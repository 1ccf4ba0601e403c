export * from './account.ts';
export * from './message.ts';
