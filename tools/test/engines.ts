import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES, isInstalled, PACKAGES } from '@yunduo/e2e/installed-engines';
import type { EngineName } from '@yunduo/e2e/installed-engines';
import { aptInstall } from './chromium.ts';
import { root, tool } from './run.ts';
import { endedBadly, tally, tallyOfPlaywright } from './tally.ts';
import type { Tally } from './tally.ts';

const MINUTE = 60_000;

/** Installs missing engines where possible; returns the usable ones. */
async function provideEngines(selected: readonly EngineName[]): Promise<EngineName[]> {
  const missing = selected.filter((engine) => !isInstalled(engine));
  if (missing.length > 0 && process.getuid?.() === 0 && process.platform === 'linux')
    for (const name of missing.flatMap((engine) => PACKAGES[engine])) await aptInstall(name);
  return selected.filter(isInstalled);
}

/**
 * The journeys of Firefox and WebKit; `smoke`: sign-in and a few pages. An unavailable engine is reported.
 */
export async function engines(selected: readonly EngineName[] = ENGINES, smoke = false): Promise<Tally> {
  const there = await provideEngines(selected);
  const skipped = selected.filter((engine) => !there.includes(engine));
  for (const engine of skipped)
    console.log(`Skipped: ${engine} is not installed (Debian: ${PACKAGES[engine].join(', ')}).`);
  if (there.length === 0) return tally(0, 0, skipped.length);
  const report = join(root, 'reports/engines.json');
  rmSync(report, { force: true });
  const { code } = await tool(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/engines/playwright.config.ts', ...(smoke ? ['--grep', '@smoke'] : [])],
    { env: { ENGINES: there.join(' '), NODE_OPTIONS: '' }, limit: (smoke ? 10 : 40) * MINUTE },
  );
  const { passed, failed, failures } = endedBadly(code, tallyOfPlaywright(report), 'engines');
  return tally(passed, failed, skipped.length, failures);
}
