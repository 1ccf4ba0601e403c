import { join } from 'node:path';

/** What the released web apps and the released API said to each other: `npm run release -- record` writes it. */
export const EXCHANGES = join(import.meta.dirname, 'released/exchanges.json');
