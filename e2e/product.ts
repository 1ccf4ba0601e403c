import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const END_LIMIT = 15_000;

export interface Product {
  origin: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * A new data folder. `npm test` seeds the sample world once and names its folder in SEEDED_DATA: loading it takes
 * most of a first start.
 */
export function newDataFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  if (process.env.SEEDED_DATA) cpSync(process.env.SEEDED_DATA, folder, { recursive: true });
  return folder;
}

/** Nx has built a task's dependencies, and `npm test` everything. */
const isBuilt = (): boolean => Boolean(process.env.NX_TASK_TARGET_TARGET ?? process.env.SEEDED_DATA);

/**
 * Starts the whole product as `npm start` does: every app from its build behind the edge, in test mode, on a
 * free port, with data of its own. `env` overrides the tests' variables. `npm start` itself aborts when a part makes
 * no progress.
 */
export async function startProduct(env: Record<string, string> = {}, build = !isBuilt()): Promise<Product> {
  const dataDir = newDataFolder('yunduo-e2e-');
  const start = join(import.meta.dirname, '../tools/start/start.ts');
  const product = spawn(process.execPath, [start, ...(build ? [] : ['--no-build'])], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      APP_MODE: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      LINK_DEMO: 'https://demo.example/',
      LINK_FORUM: 'https://forum.example/',
      LINK_DEV_DOCS: 'https://docs.example/',
      HANDOVER_TARGETS: 'https://partner.example/welcome',
      WEBHOOK_LOOPBACK: 'on',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => product.once('close', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: product.stdout }).on('line', (line) => {
      const address = /^Ready: (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
      else if (/^\[|^Waiting/.test(line)) console.log(line);
    });
    product.once('close', (code) =>
      reject(new Error(`The product ended before it was ready (exit code ${code}).`)),
    );
  });
  return {
    origin,
    dataDir,
    async stop() {
      product.kill('SIGTERM');
      const insist = setTimeout(() => product.kill('SIGKILL'), END_LIMIT);
      await ended;
      clearTimeout(insist);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
