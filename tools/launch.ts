import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { provideChromium } from './test/chromium.ts';

/** The flags that the browser tests use. */
export const launchFlags = (): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** A Chromium for measurements and pictures. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await provideChromium(), args: launchFlags() });
