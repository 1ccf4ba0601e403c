// The whole schema, for drizzle-kit and for the typed database.
export * from './account.ts';
export * from './activity.ts';
export * from './licence.ts';
export * from './content.ts';
export * from './developer.ts';
export * from './download.ts';
export * from './second-factor.ts';
export * from './feedback.ts';
export * from './newsletter.ts';
export * from './order.ts';
export * from './platform.ts';
export * from './publisher.ts';
export * from './review.ts';
export * from './store.ts';
export * from './webhook.ts';
