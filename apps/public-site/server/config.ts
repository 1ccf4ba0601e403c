import type { Purge } from './purge.ts';

/** Configuration of the site's process, read at start. None of it is known at build time. */
export interface SiteConfig {
  host: string;
  port: number;
  /** Port of metrics and health checks, on the same host; null disables them. */
  metricsPort: number | null;
  /** Scheme and host under which visitors reach the site, without a trailing slash. */
  origin: string;
  /** Base URL of `/api` for this process. */
  apiBaseUrl: string;
  /** External URLs behind `/go-demo` and `/yetu`; null if not configured. */
  links: { demo: string | null; forum: string | null };
  /** Trial mode: a link without a URL gets a page that names its variable. Otherwise the link is hidden. */
  trial: boolean;
  /** Folder with the client files of earlier builds (tools/build-manifest/keep-files.ts); null if not configured. */
  keptFiles: string | null;
  /** Purge request of a CDN in front of the site; null without one. */
  purge: Purge | null;
  /** The help widget; null without one. */
  widget: {
    src: string;
    appId: string;
    mode: 'frame' | 'page';
    /** Separate origin of the vendor page, which has its own storage there; null: a sandbox with an opaque origin. */
    origin: string | null;
    /** Additional CSP sources that the vendor page may reach: `https://*.chat.example`. */
    hosts: readonly string[];
  } | null;
}

type Env = Readonly<Record<string, string | undefined>>;

class ConfigError extends Error {}

function url(env: Env, name: string): URL | null {
  const value = env[name]?.trim();
  if (!value) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new ConfigError(`${name} is not an http(s) address`);
  return parsed;
}

function port(env: Env, name: string): number | null {
  const value = env[name];
  if (!value) return null;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new ConfigError(`${name} is not a port number`);
  return number;
}

/**
 * Reads and validates the environment.
 * @throws Error with a one-line message about the invalid variable
 */
export function readConfig(env: Env): SiteConfig {
  const host = env['HOST'] || '127.0.0.1';
  const ownPort = port(env, 'PORT') ?? 4320;
  const origin = url(env, 'ORIGIN');
  if (origin === null && env['APP_MODE'] === 'production')
    throw new ConfigError('ORIGIN is not set, and APP_MODE is production');
  if (origin && !/^\/+$/.test(origin.pathname))
    throw new ConfigError('ORIGIN has a path; the site and its cookies are at the root of their host');
  return {
    host,
    port: ownPort,
    metricsPort: port(env, 'METRICS_PORT'),
    origin: origin?.origin ?? `http://${host}:${ownPort}`,
    apiBaseUrl: (url(env, 'API_BASE_URL')?.href ?? 'http://127.0.0.1:4310').replace(/\/+$/, ''),
    links: { demo: url(env, 'LINK_DEMO')?.href ?? null, forum: url(env, 'LINK_FORUM')?.href ?? null },
    trial: (env['APP_MODE'] || 'trial') === 'trial',
    keptFiles: env['KEPT_FILES'] || null,
    purge: purge(env),
    widget: widget(env, origin?.origin ?? `http://${host}:${ownPort}`),
  };
}

function purge(env: Env): Purge | null {
  const address = url(env, 'CDN_PURGE_URL');
  const json = (name: string): unknown => {
    try {
      return JSON.parse(env[name] || 'null');
    } catch {
      throw new ConfigError(`${name} is not JSON`);
    }
  };
  const headers = json('CDN_PURGE_HEADERS') ?? {};
  const texts =
    typeof headers === 'object' && Object.values(headers).every((value) => typeof value === 'string');
  if (!texts || Array.isArray(headers))
    throw new ConfigError('CDN_PURGE_HEADERS is not a JSON object of texts, such as {"Fastly-Key":"…"}');
  const body = json('CDN_PURGE_BODY');
  if (!address) return null;
  return {
    url: address.href,
    headers: headers as Record<string, string>,
    body: body === null ? '' : JSON.stringify(body),
  };
}

/** A host with its scheme as a CSP source. A wildcard is allowed for the first label only, never for all hosts. */
const HOST = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/i;

function widget(env: Env, site: string): SiteConfig['widget'] {
  const [source, appId, mode] = [url(env, 'WIDGET_SRC'), env['WIDGET_APP_ID'], env['WIDGET_MODE'] || 'frame'];
  if (mode !== 'frame' && mode !== 'page') throw new ConfigError('WIDGET_MODE is neither frame nor page');
  const own = url(env, 'WIDGET_ORIGIN');
  if (own && (own.href !== `${own.origin}/` || own.origin === site))
    throw new ConfigError('WIDGET_ORIGIN is not an origin of its own, such as https://help.example.com');
  const hosts = (env['WIDGET_HOSTS'] ?? '').split(',').flatMap((host) => host.trim() || []);
  const wrong = hosts.find((host) => !HOST.test(host));
  if (wrong !== undefined)
    throw new ConfigError(`WIDGET_HOSTS names ${wrong}, which is no host such as https://*.chat.example.com`);
  if (!source) return null;
  if (!appId) throw new ConfigError('WIDGET_APP_ID is not set, and WIDGET_SRC is');
  return { src: source.href, appId, mode, origin: own?.origin ?? null, hosts };
}
