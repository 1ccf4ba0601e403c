import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { watchProgress } from './progress.ts';
import { root, StartError } from './settings.ts';

/**
 * Builds the three apps of a workspace; unchanged ones come from Nx's cache. Output is shown only on failure.
 */
export async function buildApps(signal?: AbortSignal, workspace = root): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/nx/dist/bin/nx.js'),
      'run-many',
      '--targets=build',
      '--projects=api,public-site,developer-console',
      '--output-style=static',
    ],
    {
      cwd: workspace,
      env: { ...process.env, NX_DAEMON: 'false', NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stuck = '';
  const watch = watchProgress({
    name: 'the build',
    print: (line) => console.log(line),
    onStuck(sentence) {
      stuck = `${sentence}\n`;
      child.kill('SIGTERM');
    },
  });
  const abort = (): void => {
    child.kill('SIGTERM');
  };
  signal?.addEventListener('abort', abort, { once: true });
  let output = '';
  const hear = (chunk: Buffer): void => {
    watch.mark();
    output += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  watch.end();
  signal?.removeEventListener('abort', abort);
  if (signal?.aborted) throw new StartError('Stopped before it was ready.');
  if (code === 0) return;
  process.stderr.write(output);
  throw new StartError(`${stuck}The build failed; its output stands above.`);
}
