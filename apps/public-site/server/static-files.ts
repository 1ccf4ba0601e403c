import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Encoding } from './body.ts';

/** A built file with its compressed copies, read once at start. */
export interface StaticFile {
  type: string;
  cacheControl: string;
  tag: string;
  bodies: Record<Encoding, Buffer | null> & { identity: Buffer };
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Names below `assets/` and `builds/meta/` include a content hash; other files may change under the same name. */
function cacheControlOf(path: string): string {
  if (path === '/builds/latest.json') return 'no-store';
  if (path.startsWith('/assets/') || path.startsWith('/builds/meta/'))
    return 'public, max-age=31536000, immutable';
  return 'public, max-age=3600';
}

/** Entity tag of a content. */
export const tagOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

const readIfThere = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

/** All files of the client folder by their path on the site. Files of unknown types are not served. */
export function readStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    const type = TYPES[extname(name)];
    if (!type || !statSync(file).isFile()) continue;
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const identity = readFileSync(file);
    files.set(path, {
      type,
      cacheControl: cacheControlOf(path),
      tag: tagOf(identity),
      bodies: { identity, gzip: readIfThere(`${file}.gz`), br: readIfThere(`${file}.br`) },
    });
  }
  return files;
}

/**
 * The files of this build, plus those of earlier builds from the folder of kept files: open pages refer to them. Files
 * without a content hash in their names come from this build only.
 */
export function withEarlierFiles(
  files: ReadonlyMap<string, StaticFile>,
  folder: string | null,
): Map<string, StaticFile> {
  const stored = folder !== null && existsSync(folder) ? [...readStaticFiles(folder)] : [];
  return new Map([...stored.filter(([path]) => /^\/(?:assets|builds\/meta)\//.test(path)), ...files]);
}

/** The text of each stylesheet, by path. */
export const stylesOf = (files: ReadonlyMap<string, StaticFile>): Map<string, string> =>
  new Map(
    [...files]
      .filter(([path]) => path.endsWith('.css'))
      .map(([path, { bodies }]) => [path, bodies.identity.toString()]),
  );
