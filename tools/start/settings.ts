import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export type Mode = 'trial' | 'test' | 'production';

/** What `npm start` reads from the environment (.env.example lists every variable). */
export interface Settings {
  mode: Mode;
  host: string;
  port: number;
  /** The address visitors use; unset means the one the edge listens on. */
  origin: string | undefined;
  dataDir: string;
  trustProxy: boolean;
}

/**
 * Milliseconds that a server keeps an idle connection: longer than browsers and proxies do. If it ended the connection
 * as a POST is sent on it, nobody would send that POST again.
 */
export const IDLE_CONNECTION = 72_000;

/** A fault of the caller: one line is printed, no stack. */
export class StartError extends Error {}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const mode = env.APP_MODE || 'trial';
  if (mode !== 'trial' && mode !== 'test' && mode !== 'production') {
    throw new StartError(`APP_MODE is "${mode}"; it must be trial, test or production.`);
  }
  // Its edge tells the processes behind it who asks, so that a number or addresses say nothing here.
  if (!['', '0', '1'].includes(env.TRUST_PROXY ?? '')) {
    throw new StartError(`TRUST_PROXY is "${env.TRUST_PROXY}"; before npm start it must be 1 or unset.`);
  }
  return {
    mode,
    host: env.HOST || '127.0.0.1',
    port: readPort(env, 4300),
    origin: readOrigin(env),
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    trustProxy: env.TRUST_PROXY === '1',
  };
}

/** What the process of the developer center reads. */
export interface ConsoleSettings {
  host: string;
  port: number;
  /** Put before the addresses that search engines are told; empty without one. */
  origin: string;
  /** Where the developers' documents are; null without an address. */
  devDocs: string | null;
  /** A trial: without an address the link leads to a page that names the variable. Otherwise it is hidden and missing. */
  trial: boolean;
  /** Folder with the client files of earlier builds; null without one. */
  keptFiles: string | null;
}

export const readConsoleSettings = (env: NodeJS.ProcessEnv): ConsoleSettings => ({
  host: env.HOST || '127.0.0.1',
  port: readPort(env, 4330),
  origin: readOrigin(env) ?? '',
  devDocs: readAddress(env, 'LINK_DEV_DOCS') ?? null,
  trial: (env.APP_MODE || 'trial') === 'trial',
  keptFiles: env.KEPT_FILES || null,
});

/** @throws StartError when `PORT` is no port; unset or empty it is `otherwise`. */
function readPort(env: NodeJS.ProcessEnv, otherwise: number): number {
  const port = Number(env.PORT || otherwise);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new StartError(`PORT is "${env.PORT}"; it must be a whole number from 0 to 65535.`);
}

/** @throws StartError when the variable holds no address of the web; undefined when it is unset or empty. */
function readAddress(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  if (!value) return undefined;
  const protocol = URL.parse(value)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return value;
  throw new StartError(`${name} is "${value}"; it must be an address that starts with http:// or https://.`);
}

/** `ORIGIN`, which paths are put behind: without a slash at its end, with nothing that would stand before them. */
function readOrigin(env: NodeJS.ProcessEnv): string | undefined {
  const value = readAddress(env, 'ORIGIN');
  if (value === undefined) return undefined;
  const { username, password } = new URL(value);
  if (/[?#]/.test(value) || username || password)
    throw new StartError('ORIGIN must have no query, no fragment and no user: paths are put behind it.');
  return value.replace(/\/+$/, '');
}

/** Makes the data folder and proves with a file that it can be written: permission bits say nothing to root. */
export function prepareDataDir(dataDir: string): void {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    makeFolder(dataDir);
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** `mkdir -p`. Node's own `recursive` never ends below a folder that says of every new one that it is not there (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
