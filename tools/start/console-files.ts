import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export { inlineHashes } from '../build-manifest/inline-hashes.ts';

/** One file of the console's build, ready to be sent. */
export interface StaticFile {
  type: string;
  cacheControl: string;
  /** Entity tag without quotes and encoding. */
  tag: string;
  body: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  // The data of a prerendered page, as React Router writes it.
  '.data': 'text/x-script; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

function cacheControlOf(name: string): string {
  // Vite puts a content hash into the name.
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  if (name === 'builds/latest.json') return 'no-store';
  return /\.(html|data)$/.test(name) ? 'no-cache' : 'public, max-age=3600';
}

/**
 * Reads the whole build (a few hundred kB) by relative file names; `.br` and `.gz` beside a file become its
 * encodings.
 */
export function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const extension = extname(entry.name);
    if (!entry.isFile() || extension === '.br' || extension === '.gz' || extension === '.map') continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    const body = readFileSync(path);
    const beside = (suffix: string): Buffer | undefined =>
      existsSync(path + suffix) ? readFileSync(path + suffix) : undefined;
    files.set(name, {
      type: TYPES[extension] ?? 'application/octet-stream',
      cacheControl: cacheControlOf(name),
      tag: tagOf(body),
      body,
      br: beside('.br'),
      gzip: beside('.gz'),
    });
  }
  return files;
}

const tagOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

export interface Representation {
  body: Buffer;
  encoding: 'br' | 'gzip' | null;
  /** A separate ETag: each encoding is a representation (RFC 9110 §8.8.3). */
  etag: string;
  /** True if `If-None-Match` names this file, in any encoding. */
  fresh: boolean;
}

/** A file in the encoding that the browser prefers. */
export function representationOf(
  { body, br, gzip, tag }: StaticFile,
  headers: { 'accept-encoding'?: string | string[]; 'if-none-match'?: string },
): Representation {
  const accepted = String(headers['accept-encoding'] ?? '');
  // `q=0` excludes an encoding.
  const takes = (name: string): boolean =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted);
  const etagOf = (encoding: string | null): string => `"${tag}${encoding ? `-${encoding}` : ''}"`;
  const encoding = br && takes('br') ? 'br' : gzip && takes('gzip') ? 'gzip' : null;
  const known = ['*', ...['br', 'gzip', null].map(etagOf)];
  return {
    body: (encoding === 'br' ? br : encoding === 'gzip' ? gzip : undefined) ?? body,
    encoding,
    etag: etagOf(encoding),
    fresh: (headers['if-none-match'] ?? '')
      .split(',')
      .some((one) => known.includes(one.trim().replace(/^W\//, ''))),
  };
}

/**
 * The prerendered pages with absolute canonical addresses: the build does not know the origin, and search
 * engines expect absolute addresses.
 */
export function withOrigin(files: ReadonlyMap<string, StaticFile>, origin: string): Map<string, StaticFile> {
  const addresses =
    /(<link rel="(?:canonical|alternate)" href="|<meta property="og:(?:url|image)" content=")(?=\/)/g;
  return new Map(
    [...files].map(([name, file]) => {
      if (!name.endsWith('.html')) return [name, file];
      const text = file.body.toString('utf8');
      const filled = text.replace(addresses, `$1${origin}`);
      if (filled === text) return [name, file];
      const body = Buffer.from(filled);
      return [name, { ...file, body, tag: tagOf(body), br: brotliCompressSync(body), gzip: gzipSync(body) }];
    }),
  );
}

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
}

/** True if a path is one of the console's pages. */
export type KnownPath = (path: string) => boolean;

/**
 * The segments of the console's route paths, from React Router's own manifest of the build, so that a new
 * route needs no second list. A splat is the not-found page and not a known path. An optional last segment
 * (`desk/:room?`) gives two paths.
 */
export function knownSegments(files: ReadonlyMap<string, StaticFile>): string[][] {
  const manifest = [...files].find(([name]) => /^assets\/manifest-[^/]*\.js$/.test(name))?.[1];
  if (!manifest) throw new Error('The build of the developer center holds no route manifest.');
  const text = manifest.body.toString('utf8');
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: Record<string, ManifestRoute>;
  };
  const segmentsOf = (route: ManifestRoute): string[] => {
    const parent = route.parentId ? routes[route.parentId] : undefined;
    const own = route.path?.split('/').filter(Boolean) ?? [];
    return [...(parent ? segmentsOf(parent) : []), ...own];
  };
  return Object.values(routes)
    .map(segmentsOf)
    .flatMap((segments) => {
      const last = segments.at(-1);
      return last?.endsWith('?')
        ? [segments.slice(0, -1), [...segments.slice(0, -1), last.slice(0, -1)]]
        : [segments];
    })
    .filter((segments) => segments.length > 0 && !segments.includes('*'));
}

/** True if a path is known. */
export function knownPaths(files: ReadonlyMap<string, StaticFile>): KnownPath {
  const known = knownSegments(files);
  return (path) => {
    const parts = path.split('/').filter(Boolean);
    return known.some(
      (segments) =>
        segments.length === parts.length &&
        segments.every((segment, index) => segment.startsWith(':') || segment === parts[index]),
    );
  };
}

/**
 * True if a path asks for a file, because no page has such a path: scanners that try `/wp-login.php` or
 * `/.env` get one line, not a page. A missing page's data is answered like the page.
 */
export const asksForFile = (path: string): boolean => /\/\.|\.(?!data$)[^/.]*$/.test(path);
