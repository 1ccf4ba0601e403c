/** How tests make rows: the builders of the seed. */
export * from '../db/seed/builders.ts';
export { SEED_PASSWORD } from '../db/seed/accounts.ts';
