// Libraries of hundreds of small files. The build holds them, and the tests read them as a few files: a start of the
// API, or of one of its test files, takes 0.4 to 0.9 s of a processor less (docs/decisions/0026-bundle-libraries-of-many-small-files-into-the-api.md).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the source imports of each. */
const ENTRIES = {
  typebox: ['', '/compile', '/schema'],
  'drizzle-orm': ['', '/migrator', '/node-postgres', '/pg-core', '/pglite'],
  '@fastify/type-provider-typebox': [''],
};
type Library = keyof typeof ENTRIES;

/** Names for Vite's `ssr.noExternal`. */
export const BUNDLED = Object.keys(ENTRIES) as Library[];

/**
 * In the world of its own that Jest gives each test file, a global costs a look-up with every use; drizzle asks for
 * `Object` so often that this is a tenth of a test.
 */
const GLOBALS = ['Array', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Set', 'String', 'Symbol'];
const LOCAL_GLOBALS = `const { ${GLOBALS.join(', ')} } = globalThis;`;

/**
 * What only the tests read as bundles: with their dependencies about 900 files, which Jest would load for each test
 * file. The build leaves them as they are installed.
 */
const FOR_TESTS = [
  '@fastify/helmet',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/under-pressure',
  '@simplewebauthn/server',
  'diff',
  'fast-json-stringify',
  'fastify',
  'fastify-plugin',
  'file-type',
  'markdown-it',
  'nodemailer',
  'otpauth',
  'pg-boss',
  'pino',
  'prom-client',
  'sanitize-html',
];
/** Stays as it is: the source shares it with those libraries, or it has native code. */
const SHARED = ['drizzle-orm', 'pg', 'sharp', 'typebox'];

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/yunduo-api-libraries');

/** The version that is installed; its entry may hide `package.json`, but never the folder. */
function versionOf(library: Library): string {
  const folders = createRequire(import.meta.url).resolve.paths(library) ?? [];
  const manifest = folders.map((folder) => join(folder, library, 'package.json')).find(existsSync);
  if (!manifest) throw new Error(`${library} is not installed`);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** The source of an ES module with a library's exports: a CommonJS library has them only once it runs. */
async function namedEntry(library: string): Promise<string> {
  const loaded = (await import(library)) as Record<string, unknown>;
  const names = Object.keys(loaded).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'module');
  return `export { ${names.join(', ')} } from '${library}';\n`;
}

/** Fills a folder, unless it exists; it exists whole or not at all. */
async function once(folder: string, into: (made: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'made-'));
  await into(made);
  writeFileSync(join(made, 'package.json'), '{ "type": "module" }\n');
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another run was as quick.
    rmSync(made, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/**
 * Bundles the libraries once for their versions, and answers Jest's `moduleNameMapper` for them. An entry that is not
 * listed above is read from the package itself.
 */
export async function bundledForTests(): Promise<Record<string, string>> {
  const names = BUNDLED.flatMap((library) => ENTRIES[library].map((entry) => `${library}${entry}`));
  const versions = BUNDLED.map((library) => `${library.replaceAll('/', '-')}@${versionOf(library)}`);
  const folder = await once(join(cache, [...versions, names.length, GLOBALS.length].join('_')), (made) =>
    bundle(made, { noExternal: BUNDLED }, Object.fromEntries(names.map((name) => [name, name])), {
      // typebox has types of its own by these names.
      banner: ({ moduleIds }) => (moduleIds.some((id) => id.includes('typebox')) ? '' : LOCAL_GLOBALS),
    }),
  );
  // They hold libraries of others, too: any change of an installed version builds them again.
  const others = createHash('sha256')
    .update(FOR_TESTS.join())
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const forTests = await once(join(cache, others.slice(0, 16)), async (made) => {
    const entries: Record<string, string> = {};
    for (const library of FOR_TESTS) {
      const file = join(made, 'entries', `${library}.js`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await namedEntry(library));
      entries[library] = file;
    }
    await bundle(made, { noExternal: true, external: SHARED }, entries);
  });
  const mapped = (library: string, from: string): [string, string] => [
    `^${library}$`,
    join(from, `${library}.js`),
  ];
  return Object.fromEntries([
    ...names.map((name) => mapped(name, folder)),
    ...FOR_TESTS.map((library) => mapped(library, forTests)),
  ]);
}

async function bundle(
  outDir: string,
  ssr: { noExternal: true | string[]; external?: string[] },
  input: Record<string, string>,
  output: { banner?: (chunk: { moduleIds: string[] }) => string } = {},
): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    ssr,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rollupOptions: {
        input,
        output: { ...output, entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  });
}
