import { existsSync } from 'node:fs';
import { findBrowser, SHELL, WHOLE } from '@yunduo/e2e/browser';
import { run, tool } from './run.ts';

const INSTALL_LIMIT = 8 * 60_000;

/**
 * Finds a browser by these names or installs one: as root the first one that Debian has, otherwise
 * Playwright's.
 */
async function provide(names: readonly string[], packages: readonly string[]): Promise<string> {
  const present = findBrowser(names);
  if (present) return present;
  console.log('No Chromium found; installing one.');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    for (const name of packages) {
      await aptInstall(name);
      const installed = findBrowser(names);
      if (installed) return installed;
    }
  } else {
    await tool('@playwright/test/cli.js', ['install', 'chromium'], { limit: INSTALL_LIMIT });
  }
  const installed = findBrowser(names);
  if (!installed) throw new Error('No Chromium could be installed; set CHROMIUM_PATH to one.');
  return installed;
}

/** A full Chromium, as visitors have it: for screenshots and measurements. */
export const provideChromium = (): Promise<string> => provide(WHOLE, ['chromium']);

/** For browser tests: the same engine without a window, where it exists; it uses a third less CPU time. */
export const provideTestBrowser = (): Promise<string> => provide([SHELL, ...WHOLE], [SHELL, 'chromium']);

/** Installs a Debian package without prompts; the caller checks the result. */
export async function aptInstall(name: string): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '--quiet=2'], { env, limit: INSTALL_LIMIT });
  await run('apt-get', ['install', '--yes', '--quiet=2', '--no-install-recommends', name], {
    env,
    limit: INSTALL_LIMIT,
  });
}
