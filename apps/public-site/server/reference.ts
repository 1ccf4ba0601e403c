import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { splitLocale } from '@yunduo/i18n';
import { makeBody, type Body } from './body.ts';

/** The origin that the build wrote into the pages. */
const WRITTEN_ORIGIN = 'https://yunduo.example';

/** CSP of a page without scripts: a stylesheet of the site, its pictures, and links. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ');

/** The pages of the API reference, by path; each is read and compressed at its first request. */
export interface Reference {
  get(path: string): Promise<Body> | undefined;
  has(path: string): boolean;
  /** Without language prefix, for the sitemap. */
  paths: readonly string[];
}

/** Reads the pages that the build wrote into a folder, with the site's `origin`. */
export function readReference(folder: string, origin: string): Reference {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => {
        const file = join(folder, name);
        return [`/${relative(folder, file).split(sep).join('/').slice(0, -'.html'.length)}`, file];
      }),
  );
  const made = new Map<string, Promise<Body>>();
  async function make(file: string): Promise<Body> {
    const body = await makeBody(readFileSync(file, 'utf8').replaceAll(WRITTEN_ORIGIN, origin));
    void body.finish();
    return body;
  }
  return {
    paths: [...files.keys()].filter((path) => splitLocale(path).locale === 'zh'),
    has: (path) => files.has(path),
    get(path) {
      const file = files.get(path);
      if (file === undefined) return undefined;
      const page = made.get(path) ?? make(file);
      made.set(path, page);
      return page;
    },
  };
}
