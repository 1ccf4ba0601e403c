import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The only key that s3rver knows. It checks a signature's form and key id, but not the secret. */
const CREDENTIALS = 'S3RVER:S3RVER';
const READY_LIMIT = 30_000;
/** Virtual-hosted service name: a bucket is a host below it (`files.s3.yunduo.test`), which resolves to 127.0.0.1. */
export const S3_HOST = 's3.yunduo.test';

export interface S3Server {
  /** Value of FILES_STORE for one of its buckets. */
  store(bucket: 'files' | 'other', prefix?: string): string;
  /** The same bucket as a host below `S3_HOST`. */
  hostStore(bucket: 'files' | 'other', prefix: string): string;
  /** With a key unknown to the server. */
  stranger: string;
  stop(): Promise<void>;
}

/** Starts an S3 server in its own process on a free port, with the buckets `files` and `other`. */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'yunduo-s3-'));
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const domain = S3_HOST.replace(/^s3\./, '');
  const args = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--silent', '--service-endpoint', domain];
  const buckets = ['files', 'other'].flatMap((name) => ['--configure-bucket', name]);
  const child = spawn(process.execPath, [program, ...args, ...buckets], {
    env: { ...process.env, NODE_OPTIONS: '--no-deprecation' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const address = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('The S3 server was not ready in time.')), READY_LIMIT);
    const end = (settle: () => void): void => {
      clearTimeout(limit);
      settle();
    };
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /listening on (127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (found !== undefined) end(() => resolve(found));
    });
    void ended.then(() => end(() => reject(new Error('The S3 server ended before it was ready.'))));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const at = (credentials: string, path: string, host = '127.0.0.1'): string =>
    `s3+http://${credentials}@${host}:${new URL(`http://${address}`).port}/${path}`;
  return {
    store: (bucket, prefix = '') => at(CREDENTIALS, `${bucket}${prefix && `/${prefix}`}`),
    hostStore: (bucket, prefix) => `${at(CREDENTIALS, `${bucket}/${prefix}`, S3_HOST)}?style=host`,
    stranger: at('NOBODY:secret', 'files'),
    stop,
  };
}
