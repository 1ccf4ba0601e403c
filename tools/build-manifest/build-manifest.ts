import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inlineHashes } from './inline-hashes.ts';

/**
 * Finishes the client folder of a web app's build: writes `builds/latest.json` and `builds/meta/<id>.json`
 * (specification §7), `builds/policy.json` for documents that the build rendered, then a brotli and a gzip copy beside every text file, so that no server ever compresses one.
 *
 *   node build-manifest.ts --client <folder> [--rules <module>] [--prefix <path>]
 *
 * The module exports `routeRules` and, where a host renders pages, `prerendered` and `pageData`.
 */
export type RouteRules = Readonly<Record<string, { redirect: { to: string; status: number } }>>;

export interface BuildMeta {
  id: string;
  /** Path → rule; a path without an entry has none. */
  route_rules: RouteRules;
  /** Paths that are rendered in advance: by the build, or by the host at start. */
  prerendered: string[];
  /** Pattern of a path → the query values that its page-data file depends on. */
  page_data: Readonly<Record<string, readonly string[]>>;
}

/** The exports of a rules module. */
interface Rules {
  routeRules?: RouteRules;
  prerendered?: readonly string[];
  pageData?: BuildMeta['page_data'];
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const TEXT = new Set(['.js', '.css', '.html', '.json', '.svg', '.txt', '.webmanifest', '.xml', '.data']);
// Below this size a compressed copy saves less than its header costs.
const WORTH_COMPRESSING = 256;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/**
 * The build's id: React Router's manifest has a hash of every script and style of the build, so that the same
 * sources give the same id. Otherwise derived from the file names, which contain hashes.
 */
export function buildIdOf(files: readonly string[]): string {
  const manifest = files.map((file) => /^assets\/manifest-([\w-]+)\.js$/.exec(file)?.[1]).find(Boolean);
  return manifest ?? createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 8);
}

/** `developer-center/index.html` → `/developer-center`: the paths that the build rendered. */
export function prerenderedPaths(files: readonly string[], prefix = ''): string[] {
  return files
    .filter((file) => file === 'index.html' || file.endsWith('/index.html'))
    .map((file) => `${prefix}/${file.slice(0, -'index.html'.length)}`.replace(/(.)\/+$/, '$1'));
}

/** Writes the manifest files of a build and returns its metadata. */
export async function writeBuildManifest(
  client: string,
  { rules = {}, prefix = '' }: { rules?: Rules; prefix?: string } = {},
): Promise<BuildMeta> {
  const files = (await filesBelow(client)).filter(
    (file) => !file.startsWith('builds/') && !/\.(br|gz)$/.test(file),
  );
  const meta: BuildMeta = {
    id: buildIdOf(files),
    route_rules: rules.routeRules ?? {},
    prerendered: [...prerenderedPaths(files, prefix), ...(rules.prerendered ?? [])],
    page_data: rules.pageData ?? {},
  };
  await mkdir(join(client, 'builds/meta'), { recursive: true });
  await writeFile(join(client, 'builds/latest.json'), JSON.stringify({ id: meta.id }));
  await writeFile(join(client, `builds/meta/${meta.id}.json`), JSON.stringify(meta));
  await writePolicy(client, files);
  return meta;
}

/**
 * The inline hashes of each rendered document's CSP, for hosts that cannot compute them from the files at
 * start.
 */
async function writePolicy(client: string, files: readonly string[]): Promise<void> {
  const documents = files.filter((file) => file.endsWith('.html'));
  if (documents.length === 0) return;
  const sources = documents.map(
    async (file) => [file, inlineHashes(await readFile(join(client, file), 'utf8'))] as const,
  );
  await writeFile(
    join(client, 'builds/policy.json'),
    JSON.stringify(Object.fromEntries(await Promise.all(sources))),
  );
}

/**
 * Writes `.br` (quality 11) and `.gz` (level 9) beside every text file that benefits. Returns their number.
 */
export async function precompress(folder: string): Promise<number> {
  // `latest.json` has a few bytes and is never cached.
  const files = (await filesBelow(folder)).filter((file) => TEXT.has(extname(file)));
  let written = 0;
  for (const file of files) {
    const path = join(folder, file);
    const bytes = await readFile(path);
    if (bytes.length < WORTH_COMPRESSING) continue;
    const [br, gz] = await Promise.all([
      brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      zip(bytes, { level: 9 }),
    ]);
    await writeFile(`${path}.br`, br);
    await writeFile(`${path}.gz`, gz);
    written += 1;
  }
  return written;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { client: { type: 'string' }, rules: { type: 'string' }, prefix: { type: 'string' } },
  });
  if (!values.client) throw new Error('--client <folder> is missing');
  const client = resolve(values.client);
  let rules: Rules = {};
  if (values.rules) {
    rules = (await import(pathToFileURL(resolve(values.rules)).href)) as Rules;
    if (!rules.routeRules) throw new Error(`${values.rules} exports no routeRules`);
  }
  const meta = await writeBuildManifest(client, { rules, prefix: values.prefix ?? '' });
  const compressed = await precompress(client);
  console.log(
    `build ${meta.id}: ${meta.prerendered.length} prerendered paths, ${compressed} files compressed`,
  );
}

if (process.argv[1] === import.meta.filename) await main();
