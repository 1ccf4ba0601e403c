// Writes the nginx configuration for a build of the developer center, which responds as
// tools/start/console-host.ts does:
// node tools/deployment/images/console-nginx.ts <client folder> <file to write>
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LINK_END_SIGNS, LINK_VALUES } from '@yunduo/i18n/tidy-address';
import { OUTSIDE_LINKS } from '@yunduo/validation';
import { consoleHeaders } from '../../start/console-headers.ts';
import { knownSegments, readFiles, inlineHashes } from '../../start/console-files.ts';
import type { StaticFile } from '../../start/console-files.ts';

export interface ConsoleNginx {
  /** The build's path for nginx. */
  client: string;
  /** Files of earlier builds, kept by `keep-files.sh`; the folder may be empty or missing. */
  kept: string;
  /** Where `entrypoint.sh` writes the values from the environment; nginx keeps its own files there too. */
  run: string;
  port: number;
}

const NEVER = 'no-store';

/** One location with one kind of response. */
function location(match: string, cacheControl: string, headers: Record<string, string>, body: string[]) {
  const lines = [
    ...Object.entries({ ...headers, 'cache-control': cacheControl }).map(
      // Without "always" a 404 response would have none of these headers.
      ([name, value]) => `add_header ${name} "${value}" always;`,
    ),
    'include headers.conf;',
    ...body,
  ];
  return `location ${match} {\n${lines.map((line) => `      ${line}`).join('\n')}\n    }`;
}

const escaped = (segment: string): string => segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The whole `nginx.conf`. Throws if the folder contains no build. */
export function consoleNginx(
  files: ReadonlyMap<string, StaticFile>,
  { client, kept, run, port }: ConsoleNginx,
): string {
  const inert = consoleHeaders({ https: false });
  const headersOf = (page: string): Record<string, string> => {
    const file = files.get(page);
    if (!file) throw new Error(`The build of the developer center holds no ${page}.`);
    return consoleHeaders({ page: inlineHashes(file.body.toString('utf8')), https: false });
  };
  const shells = {
    zh: '__spa-fallback.html',
    en: files.has('en/__spa-fallback.html') ? 'en/__spa-fallback.html' : '__spa-fallback.html',
  };
  const patterns = (english: boolean): string =>
    knownSegments(files)
      .filter(([first]) => (first === 'en') === english)
      .map((segments) =>
        segments.map((segment) => (segment.startsWith(':') ? '[^/]+' : escaped(segment))).join('/'),
      )
      .join('|');
  // One spelling of each address, as tools/start/console-host.ts tidies it: first what keeps its spelling.
  const end = LINK_END_SIGNS.replace('"', '\\"');
  const unique = new Map(knownSegments(files).map((segments) => [segments.join('/'), segments]));
  const addresses = [...unique.values()].map((segments) => {
    const open = segments.at(-1)?.startsWith(':') ?? false;
    const fixed = (open ? segments.slice(0, -1) : segments).map(escaped);
    return {
      path: `/${fixed.join('/')}${open ? '/[a-z-]+' : ''}`,
      // nginx cannot put a captured word into lower case.
      others: `${open ? '~' : '~*'}^/+${fixed.join('/+')}${open ? '/+(?<word>[a-z-]+)' : ''}/*(?:${end})?`,
      target: `/${fixed.join('/')}${open ? '/$word' : ''}`,
    };
  });
  const known = `(?:${addresses.map(({ path }) => path).join('|')})`;
  const tidy = [
    `"~^(?<start>${known}\\?(?:.*&)?${LINK_VALUES})${end}(?<rest>&.*)?$" $start$rest;`,
    `"~^${known}(?:\\?.*)?$" "";`,
    ...addresses.map(({ others, target }) => `"${others}(?<rest>\\?.*)?$" ${target}$rest;`),
  ];
  const landing = [...files.keys()].filter((name) => name.endsWith('/index.html'));
  const asset = (file: string): string => `try_files /${file} =404;`;
  const locations = [
    location('= /developer-center/config.json', NEVER, inert, [
      `alias ${run}/config.json;`,
      'etag off;',
      'if_modified_since off;',
    ]),
    location('= /developer-center/builds/latest.json', NEVER, inert, [asset('builds/latest.json')]),
    // The environment gives the address of the developer docs: a redirect, or no such page.
    ...['', '/en'].map((prefix) =>
      location(`= ${prefix}${OUTSIDE_LINKS.dev_docs.path}`, NEVER, inert, ['include document.conf;']),
    ),
    // Vite puts a content hash into the name.
    location(
      '~ ^/developer-center/(?<asset>assets/.+)$',
      '$long_if_found',
      inert,
      // Open pages request chunks of the previous build. A missing chunk is no page: a script requested it.
      ['root /;', `try_files ${client}/$asset ${kept}/$asset =404;`, 'error_page 404 @gone;'],
    ),
    // Pages have paths; their files are not addresses.
    location('~ ^/developer-center/(?<file>.+\\.(?!html$)[a-z0-9]+)$', '$hour_if_found', inert, [
      asset('$file'),
    ]),
    // The data of a prerendered page is beside it, for client-side navigation.
    location('~ ^/(?<data>(en/)?developer-center\\.data)$', 'no-cache', inert, [
      'types {}',
      'default_type text/x-script;',
      asset('$data'),
    ]),
    ...landing.map((name) =>
      location(`= /${name.slice(0, -'/index.html'.length)}`, 'no-cache', headersOf(name), [
        // Contains the addresses of this start (`entrypoint.sh`).
        `root ${run}/pages;`,
        `try_files /${name} =404;`,
      ]),
    ),
    location(`~ ^/(?:${patterns(false)})$`, 'no-cache', headersOf(shells.zh), [
      `try_files /${shells.zh} =404;`,
    ]),
    location(`~ ^/(?:${patterns(true)})$`, 'no-cache', headersOf(shells.en), [
      `try_files /${shells.en} =404;`,
    ]),
    'location / {\n      return 404;\n    }',
    location('@missing', 'no-cache', headersOf(shells.zh), [`try_files /${shells.zh} =404;`]),
    location('@missing_en', 'no-cache', headersOf(shells.en), [`try_files /${shells.en} =404;`]),
    location('@gone', NEVER, inert, ['return 404;']),
    location('@refused', NEVER, inert, ['add_header allow "GET, HEAD" always;', 'return 405;']),
  ];
  return `worker_processes auto;
pid ${run}/nginx.pid;
error_log stderr warn;

events {
  worker_connections 1024;
}

http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${run}/${name};`).join('\n')}
  types {
    text/html html;
    text/css css;
    text/javascript js;
    application/json json;
    image/svg+xml svg;
    image/png png;
    image/webp webp;
    image/x-icon ico;
    font/woff2 woff2;
    text/plain txt;
    application/manifest+json webmanifest;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/css text/javascript application/json text/plain;
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 72s;
  client_max_body_size 1k;
  # Compressed when it was built; nothing is compressed while somebody waits.
  gzip_static on;
  gzip_vary on;

  map $status $long_if_found {
    ~^[23] "public, max-age=31536000, immutable";
    default "${NEVER}";
  }
  map $status $hour_if_found {
    ~^[23] "public, max-age=3600";
    default "no-cache";
  }
  map $request_method $refused {
    GET "";
    HEAD "";
    default 1;
  }
  map $request_uri $tidy {
    ${tidy.join('\n    ')}
  }
  map $uri $missing {
    ~^/en/ @missing_en;
    default @missing;
  }

  server {
    listen ${port};
    listen [::]:${port};
    root ${client};
    absolute_redirect off;
    error_page 404 $missing;
    error_page 405 @refused;

    if ($refused) {
      return 405;
    }
    if ($tidy) {
      return 301 $tidy;
    }
    # One address for one page. Several slashes would name another host: nginx has merged them.
    rewrite ^/(.+?)/+$ /$1 permanent;

    ${locations.join('\n\n    ')}
  }
}
`;
}

if (process.argv[1] === import.meta.filename) {
  const [folder = '', file = ''] = process.argv.slice(2);
  const places = { client: '/srv/client', kept: '/srv/kept', run: '/tmp/console', port: 8080 };
  writeFileSync(resolve(file), consoleNginx(readFiles(resolve(folder)), places));
}
