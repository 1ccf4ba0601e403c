import { databases } from './databases.ts';
import type { AppSeed } from './define.ts';
import { practical } from './practical.ts';
import { runtimes } from './runtimes.ts';
import { servers } from './servers.ts';

/** Every published app of the seeded store. */
export const catalogue: readonly AppSeed[] = [...servers, ...databases, ...runtimes, ...practical];
