// The whole schema, for drizzle-kit and for the typed database.
export * from './account.ts';
export * from './auth-code.ts';
export * from './community.ts';
export * from './content.ts';
export * from './dev-center.ts';
export * from './download.ts';
export * from './factor.ts';
export * from './order.ts';
export * from './platform.ts';
export * from './publisher.ts';
export * from './review.ts';
export * from './store.ts';
export * from './webhook.ts';
