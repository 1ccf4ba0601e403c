// Writes the edge's nginx.conf:
//   node tools/deployment/nginx/render.ts --site 10.0.0.2:4320,10.0.0.3:4320 --api 10.0.0.2:4310,10.0.0.3:4310 \
//     --console 10.0.0.2:4330 --listen 80 --folder /var/cache/yunduo --to /etc/nginx/nginx.conf
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errors as en } from '@yunduo/i18n/en/errors';
import { errors as zh } from '@yunduo/i18n/zh/errors';
import {
  AVATAR_BYTES_MAX,
  FEEDBACK,
  LOGO_BYTES_MAX,
  RELEASE,
  SCREENSHOT_BYTES_LIMIT,
} from '@yunduo/validation';

/** What nginx is told. Addresses are `host:port`. */
export interface Edge {
  site: readonly string[];
  api: readonly string[];
  console: readonly string[];
  /** Address and port, or a port. */
  listen: string;
  /** Address and port where our own processes find the API, without limits: never reachable from outside. */
  internal?: string | undefined;
  /** Caches, temporary files and the process id: the one folder that nginx writes to. */
  folder: string;
  /** Files of earlier builds, as `keep-files.ts` leaves them: `public-site` and `developer-console` in one folder. */
  kept?: string | undefined;
  /** Addresses or networks of proxies in front, whose forwarding headers are believed. */
  trust?: readonly string[];
  /**
   * Paths of a certificate and its key, and where visitors without TLS are sent on from (port 80 unless said); without
   * them something in front speaks TLS.
   */
  tls?: { certificate: string; key: string; redirect?: string | undefined } | undefined;
  /** Host of `WIDGET_ORIGIN`, where the page of the help widget is the only one. The certificate names it too. */
  widget?: string | undefined;
  /** Also routes `/dev`: never in production. */
  dev?: boolean;
  /** Requests a second that one address may make for good; a burst of it is let through at once. */
  rates?: { calls: number; pages: number; burst: number };
  workers?: string;
  /** Who the processes that work are when it is started by root; nginx's own choice unless said. */
  user?: string | undefined;
  /** Files; standard error and output without them, which under systemd are sockets that nginx cannot open. */
  log?: { errors: string; requests: string } | undefined;
}

const MB = 1024 * 1024;
const GB = 1024 * MB;
/** Room for the wrapping of a form around its file. */
const WRAPPING = MB;
/**
 * How large a body may be, by the beginning of its path, and how long its answer may take: a little more than the API
 * allows, so that its own words are heard. The first is for every other call.
 */
const BODIES = [
  { path: '/api', bytes: MB, seconds: 20 },
  { path: '/api/user_info/upload_head_img', bytes: AVATAR_BYTES_MAX, seconds: 60 },
  { path: '/api/dev_app/upload_', bytes: Math.max(LOGO_BYTES_MAX, SCREENSHOT_BYTES_LIMIT), seconds: 60 },
  { path: '/api/feedback/upload', bytes: FEEDBACK.videoBytesMax, seconds: FEEDBACK.transfer / 1000 },
  {
    path: '/api/admin_release/publish',
    bytes: 4 * RELEASE.artefactMax,
    seconds: RELEASE.transfer / 1000,
  },
];
const sizeOf = (bytes: number): string => (bytes >= GB ? `${bytes / GB} GB` : `${bytes / MB} MB`);

const INERT = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** Headers of an answer that nginx writes itself, whatever somebody behind it said before. */
const OWN_ANSWER = [
  'add_header content-security-policy "{{inert}}" always;',
  'add_header x-content-type-options nosniff always;',
  'add_header referrer-policy no-referrer always;',
  'add_header strict-transport-security $strict_transport always;',
];
/** The same where the answer may be somebody else's: nothing is said twice. A location with a header of its own inherits none. */
const UNSAID = [
  'add_header content-security-policy $unsaid_policy always;',
  'add_header x-content-type-options $unsaid_nosniff always;',
  'add_header referrer-policy $unsaid_referrer always;',
  'add_header strict-transport-security $unsaid_transport always;',
];
/** The suites of TLS 1.2 that keep what was said a secret when the key is lost later, the longest key first; 1.3 has no others. */
const CIPHERS = ['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].flatMap((cipher) => [
  `ECDHE-ECDSA-${cipher}`,
  `ECDHE-RSA-${cipher}`,
]);
/** Where Debian puts its modules; whether nginx has them is seen when they are there. */
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

const envelope = (code: string, msg: string, data: object | null = null): string =>
  JSON.stringify({ code, msg, data });
const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
const indented = (lines: readonly string[], depth: number): string =>
  lines.map((line) => (line ? ' '.repeat(depth) + line : line)).join('\n');

/** Headers for who answers: exactly one address of the visitor, whatever came in. `Host` and the scheme as visitors use them. */
const FORWARDED = [
  'proxy_set_header Connection "";',
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  'proxy_set_header X-Forwarded-Host $http_host;',
  'proxy_set_header X-Forwarded-Proto $visitors_scheme;',
  'proxy_set_header X-Real-IP "";',
  'proxy_set_header Forwarded "";',
  'proxy_set_header Via "";',
];
/** As above, for answers that are the same for everybody. */
const ANYBODY = [...FORWARDED, 'proxy_set_header Cookie "";', 'proxy_set_header Authorization "";'];

/** The whole nginx.conf. Throws on an address that is none. */
export function edgeConfig(edge: Edge): string {
  const { rates = { calls: 50, pages: 100, burst: 400 }, log, kept, tls, trust = [] } = edge;
  const brotli = existsSync(BROTLI);
  const values: Record<string, string> = {
    modules: brotli
      ? `load_module ${BROTLI};`
      : '# No brotli module: files of earlier builds go out as gzip.',
    user: edge.user ? `user ${word(edge.user)};` : '',
    workers: edge.workers ?? 'auto',
    folder: path(edge.folder),
    errorLog: log ? path(log.errors) : 'stderr',
    accessLog: log ? `${path(log.requests)} line` : '/dev/stdout line',
    temporaries: indented(
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${path(edge.folder)}/${name};`,
      ),
      2,
    ),
    realAddress: indented(
      trust.length > 0
        ? [...trust.map((one) => `set_real_ip_from ${network(one)};`), 'real_ip_header X-Forwarded-For;']
        : ['# Nothing stands in front: forwarding headers are not believed.'],
      2,
    ),
    knownProxies: indented(
      trust.map((one) => `${network(one)} 1;`),
      4,
    ),
    busyZh: envelope('UNAVAILABLE', zh.UNAVAILABLE),
    busyEn: envelope('UNAVAILABLE', en.UNAVAILABLE),
    busyPage: `${zh.UNAVAILABLE} · ${en.UNAVAILABLE}`,
    hurriedZh: hurried(zh.RATE_LIMITED),
    hurriedEn: hurried(en.RATE_LIMITED),
    largeWords: BODIES.map(wordsOfLarge).join('\n'),
    largeAnswers: BODIES.map(answerOfLarge).join('\n'),
    callsPerSecond: String(rates.calls),
    pagesPerSecond: String(rates.pages),
    callsBurst: String(rates.burst),
    pagesBurst: String(rates.burst),
    connections: String(Math.max(100, rates.burst)),
    pagesSize: '1g',
    filesSize: '4g',
    site: servers(edge.site),
    api: servers(edge.api),
    console: servers(edge.console),
    redirect: tls
      ? indented(
          [
            'server {',
            `  listen ${place(tls.redirect ?? '80')};`,
            '  server_name _;',
            ...OWN_ANSWER.map((line) => `  ${filled(line, { inert: INERT })}`),
            // A program that forgot the s must hear of it: sent on silently, its token would go in the open each time.
            '  location ~ ^/(api|uploads)(/|$) {',
            '    default_type "application/json; charset=utf-8";',
            `    return 400 '${envelope('BAD_REQUEST', en.BAD_REQUEST)}';`,
            '  }',
            '  location / {',
            '    return 301 https://$host$request_uri;',
            '  }',
            '}',
          ],
          2,
        )
      : '',
    internal: edge.internal ? internalServer(edge.internal) : '',
    widget: edge.widget ? widgetServer(edge.widget) : '',
    listen: tls ? `${place(edge.listen)} ssl http2` : place(edge.listen),
    tls: tls
      ? indented(
          [
            `ssl_certificate ${path(tls.certificate)};`,
            `ssl_certificate_key ${path(tls.key)};`,
            'ssl_protocols TLSv1.2 TLSv1.3;',
            `ssl_ciphers ${CIPHERS.join(':')};`,
            'ssl_prefer_server_ciphers on;',
            'ssl_session_cache shared:tls:10m;',
            'ssl_session_timeout 1d;',
            'ssl_session_tickets off;',
          ],
          4,
        )
      : '',
    campaign: CAMPAIGN,
    jsonLimit: String((BODIES[0]?.bytes ?? 0) + WRAPPING),
    visitor: indented(FORWARDED, 6),
    anybody: indented(ANYBODY, 6),
    inert: INERT,
    own: indented(['add_header cache-control no-store always;', ...OWN_ANSWER], 6),
    unsaid: indented(UNSAID, 6),
    uploads: BODIES.map(uploadLocation).slice(1).join('\n'),
    keptSite: keptIn('public-site', kept),
    keptConsole: keptIn('developer-console', kept),
    kept: kept
      ? [
          keptLocation('public-site', '', kept, brotli),
          keptLocation('developer-console', '/developer-center', kept, brotli),
        ].join('\n')
      : '',
    dev: edge.dev
      ? indented(
          [
            'location ~ ^/dev(/|$) {',
            ...FORWARDED.map((line) => `  ${line}`),
            '  proxy_pass http://api;',
            '}',
          ],
          4,
        )
      : '',
  };
  const template = readFileSync(join(import.meta.dirname, 'edge.conf.template'), 'utf8');
  // Twice: what is filled in may hold names itself.
  return filled(filled(template, values), values).replaceAll(/\n{3,}/g, '\n\n');
}

/** Names of what campaigns and their platforms append to an address. */
const CAMPAIGN =
  '(?:utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|twclid|igshid|mc_[ce]id|li_fat_id|bd_vid|qhclickid)';

const hurried = (words: string): string =>
  envelope('RATE_LIMITED', filled(words, { seconds: '1', minutes: '1' }), { retry_after: 1 });

/** What a body beyond the limit is told, in the language of the caller. */
function wordsOfLarge({ bytes }: (typeof BODIES)[number], index: number): string {
  const words = (text: string): string =>
    `'${envelope('FILE_TOO_LARGE', filled(text, { limit: sizeOf(bytes) }))}';`;
  return indented(
    [
      `map $http_lang $large_${index} {`,
      `  default ${words(en.FILE_TOO_LARGE)}`,
      `  "" ${words(zh.FILE_TOO_LARGE)}`,
      `  "~*^zh" ${words(zh.FILE_TOO_LARGE)}`,
      '}',
    ],
    2,
  );
}

function answerOfLarge(_body: (typeof BODIES)[number], index: number): string {
  return indented(
    [
      `location @large_${index} {`,
      '  default_type "application/json; charset=utf-8";',
      '  add_header cache-control no-store always;',
      ...OWN_ANSWER.map((line) => `  ${line}`),
      `  return 400 $large_${index};`,
      '}',
    ],
    4,
  );
}

function uploadLocation({ path: prefix, bytes, seconds }: (typeof BODIES)[number], index: number): string {
  return indented(
    [
      `location ^~ ${prefix} {`,
      '  limit_req zone=call_rate burst={{callsBurst}} nodelay;',
      `  client_max_body_size ${bytes + WRAPPING};`,
      '  client_body_timeout 60s;',
      // The API judges what comes while it comes; a disk in between would only delay its refusal.
      '  proxy_request_buffering off;',
      '  proxy_max_temp_file_size 0;',
      `  proxy_read_timeout ${seconds}s;`,
      `  proxy_send_timeout ${Math.min(seconds, 600)}s;`,
      ...FORWARDED.map((line) => `  ${line}`),
      `  error_page 413 = @large_${index};`,
      '  error_page 429 = @hurried;',
      '  error_page 502 504 = @busy;',
      '  proxy_pass http://api;',
      '}',
    ],
    4,
  );
}

/** Lines of a location that turns to the files of earlier builds when nobody behind has what is asked for. */
const keptIn = (app: string, kept: string | undefined): string =>
  kept ? indented(['proxy_intercept_errors on;', `error_page 404 = @kept_${app.replace('-', '_')};`], 6) : '';

/** Files of earlier builds, compressed by their build. The headers are those that the apps' own hosts give a file. */
function keptLocation(app: string, prefix: string, kept: string, brotli: boolean): string {
  return indented(
    [
      `location @kept_${app.replace('-', '_')} {`,
      ...(prefix ? [`  rewrite ^${prefix}(/.*)$ $1 break;`] : []),
      `  root ${path(kept)}/${app};`,
      '  gzip_static on;',
      ...(brotli ? ['  brotli_static on;'] : []),
      '  gzip_vary on;',
      '  etag on;',
      '  add_header cache-control "public, max-age=31536000, immutable";',
      `  add_header content-security-policy "${INERT}; form-action 'none'" always;`,
      '  add_header cross-origin-resource-policy same-origin always;',
      '  add_header x-content-type-options nosniff always;',
      '  add_header referrer-policy strict-origin-when-cross-origin always;',
      '  add_header strict-transport-security $strict_transport always;',
      '  error_page 404 = @gone;',
      '  try_files $uri =404;',
      '}',
    ],
    4,
  );
}

/** One address for whichever API process is there: `API_BASE_URL` of the public site. */
const internalServer = (listen: string): string =>
  indented(
    [
      'server {',
      `  listen ${listen};`,
      '  server_name _;',
      '  access_log off;',
      '  proxy_http_version 1.1;',
      '  proxy_connect_timeout 2s;',
      '  proxy_read_timeout 10s;',
      '  proxy_next_upstream error timeout http_502 http_503;',
      '  proxy_next_upstream_tries 3;',
      '  proxy_next_upstream_timeout 5s;',
      '  location /api/ {',
      ...FORWARDED.map((line) => `    ${line}`),
      '    proxy_pass http://api;',
      '  }',
      '  location / {',
      '    return 404;',
      '  }',
      '}',
    ],
    2,
  );

/** What runs a foreign script has an origin of its own: neither calls nor files nor other pages answer there. */
const widgetServer = (host: string): string =>
  indented(
    [
      'server {',
      '  listen {{listen}};',
      '{{tls}}',
      `  server_name ${hostName(host)};`,
      '  limit_conn connections {{connections}};',
      '  proxy_http_version 1.1;',
      '  proxy_connect_timeout 2s;',
      '  proxy_read_timeout 20s;',
      '  location = /widget/vendor {',
      '    limit_req zone=page_rate burst={{pagesBurst}} nodelay;',
      '    client_max_body_size 1k;',
      ...ANYBODY.map((line) => `    ${line}`),
      '    proxy_set_header Accept-Encoding $encoding;',
      '    proxy_pass http://site;',
      '  }',
      '  location / {',
      '    add_header cache-control no-store always;',
      `    add_header content-security-policy "${INERT}" always;`,
      '    add_header x-content-type-options nosniff always;',
      '    default_type text/plain;',
      "    return 404 'Not found';",
      '  }',
      '}',
    ],
    2,
  );

const servers = (addresses: readonly string[]): string => {
  if (addresses.length === 0) throw new Error('Each of site, api and console needs an address.');
  return indented(
    addresses.map((one) => `server ${address(one)} max_fails=3 fail_timeout=2s;`),
    4,
  );
};

function address(text: string): string {
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/i.test(text)) throw new Error(`"${text}" is not host:port.`);
  return text;
}
/** Where something listens: a port, or an address of this machine and a port. */
function place(text: string): string {
  if (!/^\d{1,5}$/.test(text)) address(text);
  return text;
}
function hostName(text: string): string {
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text)) throw new Error(`"${text}" is no host name.`);
  return text;
}
function word(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new Error(`"${text}" is no name.`);
  return text;
}
function network(text: string): string {
  const [ip = '', bits] = text.split('/');
  if (isIP(ip) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
    throw new Error(`"${text}" is no address and no network.`);
  return text;
}
/** Paths stand in the configuration as they are. */
function path(text: string): string {
  if (!/^\/[\w./-]+$/.test(text))
    throw new Error(`"${text}" is no absolute path of letters, digits, dots and dashes.`);
  return text;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      api: { type: 'string' },
      console: { type: 'string' },
      listen: { type: 'string', default: '8080' },
      internal: { type: 'string' },
      folder: { type: 'string', default: '/var/cache/yunduo' },
      kept: { type: 'string' },
      trust: { type: 'string' },
      user: { type: 'string' },
      certificate: { type: 'string' },
      key: { type: 'string' },
      redirect: { type: 'string' },
      log: { type: 'string' },
      widget: { type: 'string' },
      dev: { type: 'boolean', default: false },
      to: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const list = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean);
  if (values.help) {
    console.log(`node tools/deployment/nginx/render.ts --site HOST:PORT,… --api HOST:PORT,… --console HOST:PORT,…
  --listen PORT         address and port to listen on (8080)
  --internal PORT       address and port where the public site finds the API; for our own network alone
  --folder PATH         caches and temporary files (/var/cache/yunduo)
  --kept PATH           files of earlier builds (tools/build-manifest/keep-files.ts)
  --log FOLDER          where errors and requests are written down (standard output and error, as containers want it)
  --trust NETWORK,…     proxies in front whose forwarding headers are believed
  --user NAME           who its processes are when root starts it
  --certificate PATH --key PATH
                        speaks TLS itself
  --redirect PORT       address and port that is sent there (80)
  --widget HOST         host of WIDGET_ORIGIN, on which nothing but the help widget's page answers
  --dev                 also routes /dev: for trials
  --to PATH             file to write (standard output)`);
    return;
  }
  if (!values.site || !values.api || !values.console)
    throw new Error('--site, --api and --console are needed (--help shows how it is used).');
  const { certificate, key } = values;
  if ((certificate !== undefined || key !== undefined) && !(certificate && key))
    throw new Error('--certificate and --key belong together: with one of them alone there is no TLS.');
  const text = edgeConfig({
    site: list(values.site),
    api: list(values.api),
    console: list(values.console),
    listen: values.listen,
    internal: values.internal,
    folder: resolve(values.folder),
    kept: values.kept && resolve(values.kept),
    trust: list(values.trust),
    user: values.user,
    tls:
      certificate && key
        ? { certificate: resolve(certificate), key: resolve(key), redirect: values.redirect }
        : undefined,
    widget: values.widget,
    dev: values.dev,
    log: values.log
      ? { errors: join(resolve(values.log), 'error.log'), requests: join(resolve(values.log), 'access.log') }
      : undefined,
  });
  if (!values.to) {
    process.stdout.write(text);
    return;
  }
  mkdirSync(dirname(values.to), { recursive: true });
  writeFileSync(values.to, text);
}

if (process.argv[1] === import.meta.filename) {
  try {
    main();
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}
