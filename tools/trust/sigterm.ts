import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProcess } from './api-process.ts';

const IN_FLIGHT = 16;
const END_LIMIT = 10_000;

/** SIGTERM while calls are under way: every one that was taken is answered, the process is gone in time with code 0. */
export async function sigterm(rounds: number, deadline: number): Promise<boolean> {
  let faults = 0;
  for (let round = 1; round <= rounds && Date.now() < deadline; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-sigterm-'));
    try {
      const api = await ApiProcess.start(dataDir);
      const signIn = { email: 'user@yunduo.test', password: 'Yunduo2026', agree: true };
      const calls = Array.from({ length: IN_FLIGHT }, (_, index) =>
        api.call('POST', '/user_auth/login', signIn, `10.8.${round % 256}.${index + 1}`).then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      );
      // Long enough to be taken, too short to be answered: hashing a password takes its time.
      await new Promise((resolve) => setTimeout(resolve, randomInt(20, 60)));
      const { code, took } = await api.end();
      const broken = (await Promise.all(calls)).filter((outcome) => outcome !== 'answered');
      const good = broken.length === 0 && code === 0 && took < END_LIMIT;
      if (!good) faults += 1;
      console.log(
        `round ${round}: exit code ${code} after ${Math.round(took)} ms, ${IN_FLIGHT - broken.length} of ${IN_FLIGHT} answered${broken[0] ? ` (${broken[0]})` : ''}`,
      );
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  return faults === 0;
}
