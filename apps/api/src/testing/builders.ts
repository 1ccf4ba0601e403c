/** The seed's builders, for tests. */
export * from '../seed/builders.ts';
export { SEED_PASSWORD } from '../seed/accounts.ts';
