import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { ORDER, PRICE_MAX, SECOND_OPERATOR } from '@yunduo/validation';
import type { LevelWithSilent } from 'pino';
import { PAYMENT_SECRETS, readPaymentConfig, type PaymentConfig } from './payment-config.ts';

export const APP_MODES = ['trial', 'test', 'production'] as const;
export type AppMode = (typeof APP_MODES)[number];

/** An S3-compatible bucket. */
export interface FileStore {
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of every name in the bucket; empty, or ending in a slash. */
  prefix: string;
  /** Whether the bucket is in the URL's path, or in its host. */
  pathStyle: boolean;
  /** Null: found as in the AWS SDK (its variables, the instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

export interface Config {
  mode: AppMode;
  host: string;
  port: number;
  /** Port of the Prometheus metrics, on the same host; null: only at `/api/metrics`. */
  metricsPort: number | null;
  /** Public base URL without a trailing slash, used in mails. */
  origin: string;
  /** Null: PGlite in `dataDir`. */
  databaseUrl: string | null;
  /** A streaming replica for reading the store; null: none. */
  replicaUrl: string | null;
  dataDir: string;
  /** Prefix of `/uploads/…`; empty when files have the same origin. */
  filesUrl: string;
  /** Storage of files; null: below `dataDir`. */
  fileStore: FileStore | null;
  /** Null: the dev mailbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Null outside production: a key is generated and stored in `dataDir`. */
  signingKey: string | null;
  /** Licence secrets, newest first; `signingKey` follows them, and is the only one when the list is empty. */
  licenceKeys: readonly string[];
  /** Whether reviewers, operators and admins need a second factor for their calls. */
  staffFactor: boolean;
  handoverTargets: readonly URL[];
  links: { demo: string | null; forum: string | null; devDocs: string | null };
  widget: { src: string; appId: string; mode: 'frame' | 'page' } | null;
  /** Fastify's `trustProxy`: whose forwarding headers are trusted. */
  trustProxy: false | number | string[];
  /** Fen; a decision about more money needs a second operator. Null: never. */
  secondOperatorAbove: number | null;
  /** Whether webhooks may target loopback, without TLS: never in production. */
  webhookLoopback: boolean;
  payments: PaymentConfig;
  logLevel: LevelWithSilent;
}

/** One line per variable with its problem; values are never repeated, because they may be secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const SECRET_LENGTH_MIN = 32;
const GUESSABLE = 'can be guessed: make one with "openssl rand -base64 48"';

/**
 * True for a secret that was typed instead of generated: few different characters, a repeated shorter text, a run of
 * the alphabet or keyboard, or a placeholder from an example. Of 32 random hexadecimal digits fewer than 8 differ about
 * once in 100,000 times.
 */
export function isGuessable(secret: string): boolean {
  const text = secret.toLowerCase();
  if (new Set(text).size < 8) return true;
  const repeats = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1).some(
    (period) => [...text].every((sign, index) => index < period || sign === text[index - period]),
  );
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => Math.abs(code - (codes[index] ?? 0)));
  const inOrder = steps.filter((step) => step <= 1).length > steps.length / 2;
  const input = ['change-?_? ?me', 'your-?_? ?(secret|signing|key)', 'password', 'placeholder', 'qwertyuiop'];
  return repeats || inOrder || new RegExp(input.join('|')).test(text);
}

/** Variables that may be given as a file path instead (`SIGNING_KEY_FILE`), as container engines mount secrets. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'FILES_STORE',
  'SMTP_URL',
  'SIGNING_KEY',
  'LICENCE_KEYS',
  ...PAYMENT_SECRETS,
] as const;

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/**
 * Reads and validates the environment variables (`.env.example` lists them). An empty variable counts as unset.
 * @throws ConfigError with one line for each invalid variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const reject = (name: string, rule: string): void => void problems.push(`${name} ${rule}`);
  const files = secretFiles(env, reject);
  const get = (name: string): string | null => (files[name] ?? env[name])?.trim() || null;

  function oneOf<const T extends readonly string[]>(
    name: string,
    values: T,
    otherwise: T[number],
  ): T[number] {
    const value = get(name);
    if (value === null || values.includes(value)) return value ?? otherwise;
    reject(name, `must be one of ${values.join(', ')}`);
    return otherwise;
  }
  function url(name: string, protocols: readonly string[]): string | null {
    const value = get(name);
    if (value === null) return null;
    const parsed = URL.parse(value);
    if (parsed && protocols.includes(parsed.protocol)) return value;
    reject(name, `must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return null;
  }
  const web = ['http:', 'https:'];
  /** A base URL as browsers write it, because it is compared with theirs, without a trailing slash. */
  function base(name: string): string | null {
    const value = url(name, web);
    const parsed = value === null ? null : URL.parse(value);
    if (value === null || parsed === null) return null;
    if (/[?#]/.test(value) || parsed.username || parsed.password)
      reject(name, 'must have no query, no fragment and no user: paths are put behind it');
    return parsed.href.replace(/\/+$/, '');
  }

  const mode = oneOf('APP_MODE', APP_MODES, 'trial');
  const host = get('HOST') ?? '127.0.0.1';
  const portOf = (name: string, least: number, otherwise: number): number => {
    const value = Number(get(name) ?? otherwise);
    if (!Number.isInteger(value) || value < least || value > 65_535)
      reject(name, `must be a number from ${least} to 65535`);
    return value;
  };
  const origin = base('ORIGIN') ?? 'http://127.0.0.1:4300';
  if (new URL(origin).pathname !== '/')
    reject('ORIGIN', 'must have no path: the site and its cookies are at the root of their host');
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = get('MAIL_FROM') ?? '云舵 Yunduo <no-reply@yunduo.test>';
  if (/[\r\n]/.test(mailFrom) || !/[^\s<>]+@[^\s<>]+/.test(mailFrom)) {
    reject('MAIL_FROM', 'must be one address, such as Yunduo <no-reply@example.com>');
  }
  const signingKey = get('SIGNING_KEY');
  if (signingKey !== null && signingKey.length < SECRET_LENGTH_MIN)
    reject('SIGNING_KEY', 'must have at least 32 characters');
  else if (signingKey !== null && isGuessable(signingKey)) reject('SIGNING_KEY', GUESSABLE);

  const licenceKeys = (get('LICENCE_KEYS') ?? '').split(',').flatMap((entry) => entry.trim() || []);
  if (licenceKeys.some((key) => key.length < SECRET_LENGTH_MIN))
    reject('LICENCE_KEYS', 'must be secrets of at least 32 characters, newest first, joined by commas');
  else if (licenceKeys.some(isGuessable)) reject('LICENCE_KEYS', GUESSABLE);

  if (mode === 'production') {
    if (signingKey === null) reject('SIGNING_KEY', 'must be set when APP_MODE=production');
    if (smtpUrl === null && get('SMTP_URL') === null)
      reject('SMTP_URL', 'must be set when APP_MODE=production');
    if (get('MAIL_FROM') === null)
      reject(
        'MAIL_FROM',
        'must be set when APP_MODE=production: the default is no address that mails come from',
      );
    if (get('ORIGIN') === null) reject('ORIGIN', 'must be set when APP_MODE=production');
    if (databaseUrl === null && get('DATABASE_URL') === null && get('ALLOW_PGLITE') !== '1') {
      reject(
        'DATABASE_URL',
        'must be set when APP_MODE=production: the embedded database is not safe against power loss (ALLOW_PGLITE=1 takes the risk)',
      );
    }
  }

  const webhookLoopback = oneOf('WEBHOOK_LOOPBACK', ['off', 'on'], 'off') === 'on';
  if (webhookLoopback && mode === 'production')
    reject(
      'WEBHOOK_LOOPBACK',
      'must not be on when APP_MODE=production: developers would reach this machine',
    );

  const widgetSrc = url('WIDGET_SRC', web);
  const widgetAppId = get('WIDGET_APP_ID');
  const widgetMode = oneOf('WIDGET_MODE', ['frame', 'page'], 'frame');
  if (widgetSrc !== null && widgetAppId === null) reject('WIDGET_APP_ID', 'must be set when WIDGET_SRC is');

  const config: Config = {
    mode,
    host,
    port: portOf('PORT', 0, 4310),
    metricsPort: get('METRICS_PORT') === null ? null : portOf('METRICS_PORT', 1, 0),
    origin,
    databaseUrl,
    replicaUrl: url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    dataDir: resolve(get('DATA_DIR') ?? '.data'),
    filesUrl: base('FILES_URL') ?? '',
    fileStore: fileStore(url('FILES_STORE', ['s3:', 's3+http:']), reject),
    smtpUrl,
    mailFrom,
    signingKey,
    licenceKeys,
    staffFactor:
      oneOf('STAFF_FACTOR', ['required', 'optional'], mode === 'production' ? 'required' : 'optional') ===
      'required',
    handoverTargets: handoverTargets(get('HANDOVER_TARGETS'), mode, reject),
    links: {
      demo: url('LINK_DEMO', web),
      forum: url('LINK_FORUM', web),
      devDocs: url('LINK_DEV_DOCS', web),
    },
    widget:
      widgetSrc !== null && widgetAppId !== null
        ? { src: widgetSrc, appId: widgetAppId, mode: widgetMode }
        : null,
    trustProxy: trustProxy(get('TRUST_PROXY'), reject),
    secondOperatorAbove: secondOperatorAbove(get('SECOND_OPERATOR_ABOVE'), reject),
    webhookLoopback,
    payments: readPaymentConfig({ get, url, reject }),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

type Reject = (name: string, rule: string) => void;

/** The contents of the `<name>_FILE` files, by name. A problem is reported under the variable that names the file. */
function secretFiles(
  env: Record<string, string | undefined>,
  reject: Reject,
): Record<string, string | undefined> {
  const contents: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) reject(`${name}_FILE`, `and ${name} must not both be set`);
    try {
      contents[name] = readFileSync(path, 'utf8');
      if (!contents[name].trim()) reject(`${name}_FILE`, 'names an empty file');
    } catch (error) {
      reject(`${name}_FILE`, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return contents;
}

function handoverTargets(list: string | null, mode: AppMode, reject: Reject): URL[] {
  const protocols = mode === 'production' ? ['https:'] : ['https:', 'http:'];
  return (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .flatMap((entry) => {
      const target = URL.parse(entry);
      const plain =
        target && protocols.includes(target.protocol) && !target.username && !target.search && !target.hash;
      if (plain) return [target];
      reject(
        'HANDOVER_TARGETS',
        `must be addresses with ${protocols.join(' or ')} and no query, joined by commas`,
      );
      return [];
    });
}

/** `s3://key:secret@host/bucket/prefix?region=…&style=host`; `s3+http://` for a private network without TLS. */
function fileStore(value: string | null, reject: Reject): FileStore | null {
  if (value === null) return null;
  // URL parses unknown schemes only partly: the same URL is parsed with a known one.
  const address = URL.parse(value.replace(/^s3\+http:/, 'http:').replace(/^s3:/, 'https:'));
  const [accessKeyId, secretAccessKey] = [address?.username, address?.password].map(decoded);
  if (!address || accessKeyId === null || secretAccessKey === null) {
    reject(
      'FILES_STORE',
      'must be an address such as s3://key:secret@host/bucket, with % and / in a secret as %25 and %2F',
    );
    return null;
  }
  const [bucket = '', ...prefix] = address.pathname.split('/').filter(Boolean);
  const style = address.searchParams.get('style') ?? 'path';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    reject('FILES_STORE', 'must name a bucket: s3://host/bucket');
  if (style !== 'path' && style !== 'host') reject('FILES_STORE', 'must have style=path or style=host');
  if (address.hash || [...address.searchParams.keys()].some((name) => name !== 'region' && name !== 'style'))
    reject('FILES_STORE', 'must have no other settings than region and style');
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey))
    reject('FILES_STORE', 'must have both the key and its secret, or neither');
  return {
    endpoint: address.origin,
    region: address.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: prefix.length > 0 ? `${prefix.join('/')}/` : '',
    pathStyle: style === 'path',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

/** Decodes a URL component; null if it is malformed. */
function decoded(part = ''): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function trustProxy(value: string | null, reject: Reject): Config['trustProxy'] {
  if (value === null || value === '0') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const list = value.split(',').map((entry) => entry.trim());
  const addresses = list.every((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const widest = { 4: 32, 6: 128 }[isIP(address)];
    if (widest === undefined || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= widest);
  });
  if (addresses) return list;
  reject('TRUST_PROXY', 'must be a number of proxies, or their addresses joined by commas');
  return false;
}

/** The configured yuan amount in fen; null for `off`. */
function secondOperatorAbove(value: string | null, reject: Reject): number | null {
  if (value === 'off') return null;
  const yuan = value === null ? SECOND_OPERATOR.above : Number(value);
  const most = (PRICE_MAX * ORDER.quantityMax) / 100;
  if (value === null || (/^\d{1,8}$/.test(value) && yuan <= most)) return yuan * 100;
  reject(
    'SECOND_OPERATOR_ABOVE',
    `must be a sum in whole yuan from 0 to ${most}, or "off" where nobody is there to be the second`,
  );
  return SECOND_OPERATOR.above * 100;
}

/** Derives a key for one purpose, so that a signature for one is invalid for another. */
export function deriveKey(signingKey: string, purpose: string): Buffer {
  return createHash('sha256').update(`${purpose}\0${signingKey}`).digest();
}

/** A new signing key: 256 random bits, as text. */
export const newSigningKey = (): string => randomBytes(32).toString('base64url');
