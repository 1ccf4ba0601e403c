import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, tool } from '../test/run.ts';
import { currentContract, releasedContract } from './contract.ts';
import { newCalls } from './contract-breaks.ts';
import { ReleaseError } from './release-error.ts';
import type { WebApp } from './released.ts';

const BUILD_LIMIT = 10 * 60_000;

/** Calls of the contract in a text, found by their addresses as the contract writes them. */
export const callsNamed = (text: string, calls: readonly string[]): string[] =>
  calls.filter((call) => {
    const url = call.replace(/^\S+ \/api/, '');
    return [`'${url}'`, `"${url}"`, `\`${url}\``].some((literal) => text.includes(literal));
  });

/**
 * Calls in a web app's build that no released API serves: the API must be released first. A call may be
 * listed without being used, through its neighbours in the contract; it counts all the same, because the
 * order does no harm.
 */
export async function callsAhead(app: WebApp): Promise<string[]> {
  const { code, output } = await tool('nx/dist/bin/nx.js', ['run', `${app}:build`, '--output-style=static'], {
    env: { NX_DAEMON: 'false', NODE_ENV: 'production' },
    limit: BUILD_LIMIT,
    quiet: true,
  });
  if (code !== 0) throw new ReleaseError(`The build of ${app} failed:\n${output}`);
  const ahead = newCalls(releasedContract(), currentContract());
  const scripts = globSync(`apps/${app}/dist/build/{client,server}/**/*.js`, { cwd: root });
  if (scripts.length === 0) throw new ReleaseError(`apps/${app}/dist/build holds no script`);
  const named = scripts.flatMap((file) => callsNamed(readFileSync(join(root, file), 'utf8'), ahead));
  return [...new Set(named)].sort();
}
