// The whole schema, for drizzle-kit and for the typed database.
export * from './account.ts';
export * from './content.ts';
export * from './platform.ts';
export * from './store.ts';
