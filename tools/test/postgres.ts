import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@yunduo/e2e/free-port';
import { aptInstall } from './chromium.ts';
import { run } from './run.ts';

const STEP_LIMIT = 60_000;

export interface Cluster {
  url: string;
  /** Process id of the server; its connection processes are children. */
  pid: number;
  /** A streaming replica as a separate server; it ends with the primary at the latest. */
  standby(): Promise<Pick<Cluster, 'url' | 'stop'>>;
  /** Stops the server and keeps its data; the returned function starts it again. */
  halt(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

function findBin(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  return [...debian, '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
}

/** True if a PostgreSQL server is installed. */
export const hasPostgres = (): boolean => findBin() !== undefined;

/**
 * Runs `work` on the server of TEST_DATABASE_URL; without it on a temporary one, which ends with the work.
 */
export async function onTestServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return work(given);
  const cluster = await startPostgres();
  try {
    return await work(cluster.url);
  } finally {
    await cluster.stop();
  }
}

const MEMORY_FOLDER = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * In memory where Linux has space: a database of a test is 1,500 files, and ext4 searches long for the place of each
 * while others are deleted, a quarter of the server's CPU time.
 */
function placeOfData(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES) return MEMORY_FOLDER;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}

/** A temporary PostgreSQL: in a temporary folder, on a free port, installed if it is missing. */
export async function startPostgres(): Promise<Cluster> {
  const asRoot = process.getuid?.() === 0;
  if (!findBin() && asRoot) {
    console.log('No PostgreSQL found; installing Debian’s.');
    await aptInstall('postgresql');
  }
  const bin = findBin();
  if (!bin) throw new Error('PostgreSQL is required (REQUIRE_POSTGRES=1) and could not be installed.');
  const folder = mkdtempSync(join(placeOfData(), 'yunduo-postgres-'));
  // PostgreSQL refuses to run as root: the package's own user runs it.
  const user = asRoot ? 'postgres' : undefined;
  const command = async (name: string, ...args: string[]): Promise<void> => {
    const line: [string, ...string[]] = [join(bin, name), ...args];
    const [first, ...rest]: [string, ...string[]] = user ? ['runuser', '-u', user, '--', ...line] : line;
    const { code, output } = await run(first, rest, { limit: STEP_LIMIT, quiet: true });
    if (code !== 0) throw new Error(`${name} failed: ${output.trim()}`);
  };
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    if (user) await run('chown', [user, folder], { limit: STEP_LIMIT });
    const data = join(folder, 'data');
    const port = await freePort();
    await command('initdb', '-D', data, '-U', 'yunduo', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8');
    const start = (where: string, at: number): Promise<void> => {
      const options = `-p ${at} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`;
      return command('pg_ctl', '-D', where, '-l', `${where}.log`, '-o', options, '-w', 'start');
    };
    const end = (where: string): Promise<void> =>
      command('pg_ctl', '-D', where, '-m', 'immediate', '-w', 'stop');
    await start(data, port);
    const standbys = new Set<() => Promise<void>>();
    return {
      url: `postgres://yunduo@127.0.0.1:${port}/postgres`,
      pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
      async halt() {
        await end(data);
        return () => start(data, port);
      },
      async standby() {
        const copy = join(folder, `standby-${standbys.size}`);
        const at = await freePort();
        const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'yunduo'];
        await command('pg_basebackup', ...from, '-D', copy, '-R', '-X', 'stream', '-c', 'fast');
        await start(copy, at);
        const stop = async (): Promise<void> => {
          if (standbys.delete(stop)) await end(copy);
        };
        standbys.add(stop);
        return { url: `postgres://yunduo@127.0.0.1:${at}/postgres`, stop };
      },
      async stop() {
        try {
          for (const stop of standbys) await stop();
          await end(data);
        } finally {
          remove();
        }
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
