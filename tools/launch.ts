import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { provideChromium } from './test/chromium.ts';

/** A Chromium for measurements and pictures, with the flags that the browser tests use. */
export const launchChromium = async (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: await provideChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...more,
    ],
  });
