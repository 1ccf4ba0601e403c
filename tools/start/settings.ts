import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export type Mode = 'trial' | 'test' | 'production';

/** The environment variables of `npm start` (.env.example lists every variable). */
export interface Settings {
  mode: Mode;
  host: string;
  port: number;
  /** The address for visitors; unset means the edge's own. */
  origin: string | undefined;
  dataDir: string;
  trustProxy: boolean;
}

/**
 * Milliseconds that a server keeps an idle connection: longer than browsers and proxies do. If the server
 * closed it just as a POST is sent, no client would retry that POST.
 */
export const IDLE_CONNECTION = 72_000;

/** A configuration error: one line is printed, without a stack. */
export class StartError extends Error {}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const mode = env.APP_MODE || 'trial';
  if (mode !== 'trial' && mode !== 'test' && mode !== 'production') {
    throw new StartError(`APP_MODE is "${mode}"; it must be trial, test or production.`);
  }
  // The edge passes the client's address to the processes behind it, so a number or list of addresses has no
  // meaning here.
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

/** Configuration of the developer center's process. */
export interface ConsoleSettings {
  host: string;
  port: number;
  /** Prefix of the addresses for search engines; empty without one. */
  origin: string;
  /** The address of the developer documents; null without one. */
  devDocs: string | null;
  /**
   * In a trial a link without an address leads to a page that names the variable. Otherwise the link is
   * hidden and the page is missing.
   */
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

/** @throws StartError if `PORT` is not a port; unset or empty gives `otherwise`. */
function readPort(env: NodeJS.ProcessEnv, otherwise: number): number {
  const port = Number(env.PORT || otherwise);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new StartError(`PORT is "${env.PORT}"; it must be a whole number from 0 to 65535.`);
}

/** @throws StartError if the variable is not a web address; undefined if it is unset or empty. */
function readAddress(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  if (!value) return undefined;
  const protocol = URL.parse(value)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return value;
  throw new StartError(`${name} is "${value}"; it must be an address that starts with http:// or https://.`);
}

/** `ORIGIN` as a prefix of paths, as browsers write it: without a path, query, fragment or user info. */
function readOrigin(env: NodeJS.ProcessEnv): string | undefined {
  const value = readAddress(env, 'ORIGIN');
  if (value === undefined) return undefined;
  const { username, password, pathname, origin } = new URL(value);
  if (/[?#]/.test(value) || username || password)
    throw new StartError('ORIGIN must have no query, no fragment and no user: paths are put behind it.');
  if (!/^\/+$/.test(pathname))
    throw new StartError('ORIGIN must have no path: the site and its cookies are at the root of their host.');
  return origin;
}

/**
 * Creates the data folder and proves by writing a file that it is writable: permission bits do not apply to
 * root.
 */
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

/**
 * `mkdir -p`. Node's own `recursive` never returns below a folder that reports every new one as missing
 * (/proc).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
