import { existsSync } from 'node:fs';
import { findBrowser, SHELL, WHOLE } from '@yunduo/e2e/browser';
import { run, tool } from './run.ts';

const INSTALL_LIMIT = 8 * 60_000;

/** Finds a browser of these names or installs one: Debian's as root, the first that it has; Playwright's otherwise. */
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

/** A whole Chromium, as visitors have it: for pictures and figures. */
export const provideChromium = (): Promise<string> => provide(WHOLE, ['chromium']);

/** For browser tests: the same engine without the window, where there is one; it takes a third less of a processor. */
export const provideTestBrowser = (): Promise<string> => provide([SHELL, ...WHOLE], [SHELL, 'chromium']);

/** Installs a Debian package without a question; the caller sees by itself whether it helped. */
export async function aptInstall(name: string): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '--quiet=2'], { env, limit: INSTALL_LIMIT });
  await run('apt-get', ['install', '--yes', '--quiet=2', '--no-install-recommends', name], {
    env,
    limit: INSTALL_LIMIT,
  });
}
