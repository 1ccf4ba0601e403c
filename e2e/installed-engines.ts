import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const ENGINES = ['firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The Debian packages of an engine. */
export const PACKAGES: Record<EngineName, readonly string[]> = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xauth'],
};

const inPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** FIREFOX_PATH, else one of the system. */
export const firefoxPath = (): string | undefined =>
  process.env.FIREFOX_PATH ?? inPath('firefox-esr') ?? inPath('firefox');

/** The browser that WebKit's driver starts; it is not in PATH. */
export const miniBrowserPath = (): string | undefined => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0];

export const isInstalled = (engine: EngineName): boolean =>
  engine === 'firefox'
    ? firefoxPath() !== undefined
    : Boolean(miniBrowserPath() && inPath('WebKitWebDriver') && inPath('xvfb-run') && inPath('xauth'));
