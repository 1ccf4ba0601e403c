import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@yunduo/e2e/free-port';
import { startProduct } from '../start/product.ts';
import { provideTestBrowser } from '../test/chromium.ts';
import { provideNginx, startNginx } from '../test/nginx.ts';
import { OUTSIDE } from '../test/outside.ts';
import { tool } from '../test/run.ts';

const LIMIT = 10 * 60_000;

/** The core journeys of both apps through nginx, on a Chinese phone and an English desktop. */
export async function behindNginx(rounds: number): Promise<boolean> {
  const nginx = await provideNginx();
  if (!nginx) throw new Error('There is no nginx, and none could be installed.');
  let good = true;
  for (let round = 0; round < rounds && good; round += 1) good = await oneRound(nginx);
  return good;
}

async function oneRound(nginx: string): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-behind-nginx-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const product = await startProduct(
      { mode: 'test', host: '127.0.0.1', port: 0, origin, dataDir, trustProxy: true },
      {
        env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'warn', DATABASE_URL: '', ...OUTSIDE },
        print: (line) => console.log(line),
        signal: new AbortController().signal,
        prepare: () => Promise.resolve(),
      },
    );
    ends.push(() => product.stop());
    const at = (target: string): string[] => [new URL(target).host];
    const { api, site, console: host } = product.targets;
    // Each test sends its own client address, as a proxy in front does.
    const edge = await startNginx(
      nginx,
      { api: at(api), site: at(site), console: at(host), trust: ['127.0.0.1'], dev: true },
      port,
    );
    ends.push(() => edge.stop());
    const { code } = await tool(
      '@playwright/test/cli.js',
      [
        'test',
        '--config',
        'e2e/playwright.config.ts',
        '--project=zh-375',
        '--project=en-1440',
        'public-site/journey',
        'public-site/cold',
        'developer-console/console',
      ],
      {
        env: { CHROMIUM_PATH: await provideTestBrowser(), NODE_OPTIONS: '', E2E_ORIGIN: origin },
        limit: LIMIT,
      },
    );
    return code === 0;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
