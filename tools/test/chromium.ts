import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { run, tool } from './run.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const INSTALL_LIMIT = 8 * 60_000;

/** A Chromium that is there: CHROMIUM_PATH, one of the system, Playwright's own. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const found = NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found) return found;
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/** Finds a Chromium or installs one: Debian's as root, Playwright's otherwise. */
export async function provideChromium(): Promise<string> {
  const present = findChromium();
  if (present) return present;
  console.log('No Chromium found; installing one.');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await aptInstall('chromium');
  else await tool('@playwright/test/cli.js', ['install', 'chromium'], { limit: INSTALL_LIMIT });
  const installed = findChromium();
  if (!installed) throw new Error('No Chromium could be installed; set CHROMIUM_PATH to one.');
  return installed;
}

/** Installs a Debian package without a question; the caller sees by itself whether it helped. */
export async function aptInstall(name: string): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '--quiet=2'], { env, limit: INSTALL_LIMIT });
  await run('apt-get', ['install', '--yes', '--quiet=2', '--no-install-recommends', name], {
    env,
    limit: INSTALL_LIMIT,
  });
}
