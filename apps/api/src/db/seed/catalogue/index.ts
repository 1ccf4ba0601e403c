import { databases } from './databases.ts';
import type { AppSeed } from './define.ts';
import { servers } from './servers.ts';

/** Every published app of the seeded store. */
export const catalogue: readonly AppSeed[] = [...servers, ...databases];
