import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { launchFlags } from '@yunduo/e2e/browser';
import { provideChromium } from './test/chromium.ts';

/** A Chromium for measurements and screenshots. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await provideChromium(), args: launchFlags() });
