/** How tests make rows: the builders of the seed. */
export * from '../seed/builders.ts';
export { SEED_PASSWORD } from '../seed/accounts.ts';
