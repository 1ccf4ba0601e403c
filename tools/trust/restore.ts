import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root, run } from '../test/run.ts';
import { ApiProcess, SIGNING_KEY } from './api-process.ts';
import { Findings, rounds } from './statistics.ts';
import { processEnv, withTestEnvironment, type TestEnvironment } from './test-env.ts';
import { newPerson, paidOrder, signIn, isAlive, registerOne } from './people.ts';

const WRITERS = 4;
const COMMAND_LIMIT = 5 * 60_000;

/** The operators' command line as it is deployed. */
async function ops(environment: TestEnvironment, args: string[]): Promise<void> {
  const { code, output } = await run(process.execPath, [join(root, 'apps/api/dist/build/ops.js'), ...args], {
    env: {
      APP_MODE: 'test',
      DATA_DIR: environment.dataDir,
      SIGNING_KEY,
      NODE_ENV: 'production',
      ...processEnv(environment),
    },
    limit: COMMAND_LIMIT,
    quiet: true,
  });
  if (code !== 0) throw new Error(`ops ${args[0]} ended with ${code}: ${output.trim()}`);
}

/** Adds what is wrong after a restore to `faults`. */
async function restoreRound(faults: string[], postgres: boolean): Promise<void> {
  await withTestEnvironment(postgres, async (here) => {
    const archive = join(here.dataDir, 'backup.tar');
    const before: { email: string; order: string }[] = [];
    const api = await ApiProcess.start(here.dataDir, processEnv(here));
    try {
      for (let place = 0; place < 3; place += 1) {
        const { email, token } = await newPerson(api);
        before.push({ email, order: (await paidOrder(api, token)).order_no });
      }
      let stop = false;
      const writers = Array.from({ length: WRITERS }, async () => {
        while (!stop && (await isAlive(api))) await registerOne(api).catch(() => undefined);
      });
      await pause(500);
      await ops(here, ['backup', '--to', archive]);
      stop = true;
      await Promise.all(writers);
    } finally {
      await api.end();
    }
    await withTestEnvironment(postgres, async (there) => {
      await ops(there, ['restore', '--from', archive, '--yes']);
      const restored = await ApiProcess.start(there.dataDir, processEnv(there));
      try {
        for (const { email, order } of before) {
          const token = await signIn(restored, email);
          const detail = await restored.call<{ status: string; licences: unknown[] }>(
            'GET',
            '/order/detail',
            { order_no: order },
            { token },
          );
          if (detail.status !== 'paid' || detail.licences.length !== 1)
            faults.push(`order ${order}: ${detail.status}`);
        }
        await registerOne(restored);
      } finally {
        await restored.end();
      }
    });
  });
}

/** A backup during writes, restored into an empty environment. */
export async function restore(count: number, deadline: number, postgres: boolean): Promise<boolean> {
  const faults: string[] = [];
  const done = await rounds(count, deadline, async (round) => {
    await restoreRound(faults, postgres).catch((error: Error) => faults.push(error.message));
    console.log(`round ${round}: ${faults.length} faults so far`);
  });
  const findings = new Findings();
  for (const fault of faults) console.log(`  ${fault}`);
  findings.check(faults.length === 0, `${done} restores, everything acknowledged before is there`);
  return done === count && findings.good;
}
