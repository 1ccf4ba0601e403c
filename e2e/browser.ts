import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without a window: the same engine uses a third less CPU time. */
export const SHELL = 'chromium-headless-shell';

/** Full browsers, as visitors have them. */
export const WHOLE = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser for tests and measurements: CHROMIUM_PATH, else the first of these names (or paths) on the
 * system, else Playwright's own; undefined if there is none.
 */
export function findBrowser(
  names: readonly string[] = [SHELL, ...WHOLE],
  env: NodeJS.ProcessEnv = process.env,
  own: string = chromium.executablePath(),
): string | undefined {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const folders = (env.PATH ?? '').split(delimiter);
  return [
    ...names.flatMap((name) => (name.startsWith('/') ? name : folders.map((folder) => join(folder, name)))),
    own,
  ].find((path) => existsSync(path));
}

/** Flags for every Chromium. */
export const launchFlags = (): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
