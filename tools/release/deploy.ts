import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../test/run.ts';
import { ReleaseError } from './release-error.ts';
import { APPS } from './released.ts';

/** Time for pulling, migrating, starting and becoming ready. */
const LIMIT = 20 * 60_000;

const needed = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new ReleaseError(`${name} is not set`);
  return value;
};

/**
 * Runs an image, or the previous one (`deploy.sh`), on a server over SSH: `DEPLOY_HOST` is `user@host`,
 * `DEPLOY_HOST_KEY` its line of `known_hosts`, `DEPLOY_KEY` the private key.
 */
export async function deploy(image: string, back: boolean): Promise<boolean> {
  const app = APPS.find((one) => one === image || new RegExp(`/${one}@sha256:[0-9a-f]{64}$`).test(image));
  if (!app || (app === image) !== back)
    throw new ReleaseError(`${image}: an image with its digest is needed, or an app with --back`);
  const [host, hostKey, key] = [needed('DEPLOY_HOST'), needed('DEPLOY_HOST_KEY'), needed('DEPLOY_KEY')];
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-deploy-'));
  try {
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), `${text.trimEnd()}\n`, { mode: 0o600 });
      return join(folder, name);
    };
    const { code } = await run(
      'ssh',
      [
        ...['-i', file('key', key), '-o', `UserKnownHostsFile=${file('known_hosts', hostKey)}`],
        ...['-o', 'StrictHostKeyChecking=yes', '-o', 'BatchMode=yes', host],
        ...['/opt/yunduo/deployment/deploy.sh', app, back ? '--back' : image],
      ],
      { limit: LIMIT },
    );
    return code === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
