// Libraries of hundreds of small files. The build holds them, and the tests read them as a few files: a start of the
// API, or of one of its test files, takes 0.4 to 0.9 s of a processor less (docs/decisions/0026-bundle-libraries-of-many-small-files-into-the-api.md).
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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

const cache = join(import.meta.dirname, '../../node_modules/.cache/yunduo-api-libraries');

/** The version that is installed; its entry may hide `package.json`, but never the folder. */
function versionOf(library: Library): string {
  const folders = createRequire(import.meta.url).resolve.paths(library) ?? [];
  const manifest = folders.map((folder) => join(folder, library, 'package.json')).find(existsSync);
  if (!manifest) throw new Error(`${library} is not installed`);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/**
 * Bundles the libraries once for their versions, and answers Jest's `moduleNameMapper` for them. An entry that is not
 * listed above is read from the package itself.
 */
export async function bundledForTests(): Promise<Record<string, string>> {
  const names = BUNDLED.flatMap((library) => ENTRIES[library].map((entry) => `${library}${entry}`));
  const versions = BUNDLED.map((library) => `${library.replaceAll('/', '-')}@${versionOf(library)}`);
  const folder = join(cache, [...versions, names.length, GLOBALS.length].join('_'));
  if (!existsSync(folder)) {
    const { build } = await import('vite');
    mkdirSync(cache, { recursive: true });
    const made = mkdtempSync(join(cache, 'made-'));
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: BUNDLED },
      build: {
        ssr: true,
        outDir: made,
        emptyOutDir: false,
        target: 'node24',
        minify: false,
        rollupOptions: {
          input: Object.fromEntries(names.map((name) => [name, name])),
          output: {
            // typebox has types of its own by these names.
            banner: ({ moduleIds }) => (moduleIds.some((id) => id.includes('typebox')) ? '' : LOCAL_GLOBALS),
            entryFileNames: '[name].js',
            chunkFileNames: 'chunk-[hash].js',
          },
        },
      },
    });
    writeFileSync(join(made, 'package.json'), '{ "type": "module" }\n');
    try {
      renameSync(made, folder);
    } catch (error) {
      // Another run was as quick.
      rmSync(made, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return Object.fromEntries(names.map((name) => [`^${name}$`, join(folder, `${name}.js`)]));
}
