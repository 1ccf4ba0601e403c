import { expect, test } from '@jest/globals';
import { provideNginx } from '../test/nginx.ts';
import { runFleet } from '../trust/fleet.ts';

// The short form of `npm run trust -- fleet`. It starts its own PostgreSQL, which not every machine allows.

const possible = process.env.REQUIRE_POSTGRES === '1' && (await provideNginx()) !== null;
if (!possible)
  console.log('Skipped: several processes behind nginx. REQUIRE_POSTGRES=1 runs it, where nginx is.');

const LIMIT = 280_000;

(possible ? test : test.skip)(
  'three processes per app behind nginx: one killed and one rolled without failures',
  async () => {
    expect(await runFleet({ duration: 8_000, patient: false })).toBe(true);
  },
  LIMIT,
);
