import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { launchFlags } from '@yunduo/e2e/browser';
import { provideChromium } from './test/chromium.ts';

/** A Chromium for measurements and screenshots. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await provideChromium(), args: launchFlags() });

const START_LIMIT = 30_000;

interface OwnChromium {
  /** Address of its debugging connection. */
  address: URL;
  /** Ends it with all its processes, and removes its profile. */
  close: () => Promise<void>;
}

/**
 * A Chromium for a controller other than Playwright, which would take over its pages and switches prerendering off.
 *
 * @throws if it does not start within 30 s
 */
export async function startChromium(): Promise<OwnChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  // In a group of its own: Debian's command is a script, and the browser is its child.
  const child = spawn(await provideChromium(), [...launchFlags(), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const close = async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface({
    input: child.stderr,
    signal: AbortSignal.timeout(START_LIMIT),
  })) {
    const address = /DevTools listening on (\S+)/.exec(line)?.[1];
    if (!address) continue;
    // Its messages have to be read, or it waits when the pipe is full.
    child.stderr.resume();
    return { address: new URL(address), close };
  }
  await close();
  throw new Error('Chromium did not start.');
}
