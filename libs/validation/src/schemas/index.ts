export * from './account.ts';
export * from './auth-code.ts';
export * from './download.ts';
export * from './developer-app.ts';
export * from './message.ts';
export * from './order.ts';
export * from './store.ts';
export * from './review.ts';
