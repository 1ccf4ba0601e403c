// Keeps the files of a web app's last builds available, so that an open page never requests a missing chunk:
// node keep-files.ts --client <folder of a build> [--to <folder>] [--builds 5] (without --to: KEPT_FILES)
// It needs only Node and so runs wherever builds are installed; keep-files.sh does the same without Node.
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Names below these contain a content hash: a file that two builds share exists once. */
const HASHED = /^(?:assets|builds\/meta)\//;
const LIST = 'kept.json';
const BUILDS = 5;

interface KeptBuild {
  id: string;
  files: string[];
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );

/** Written beside and renamed, so that a concurrent reader sees the old file or the new one. */
function whole(path: string, write: (draft: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  write(draft);
  renameSync(draft, path);
}

/** The builds in a folder, newest first. */
export function keptBuilds(folder: string): KeptBuild[] {
  const list = join(folder, LIST);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as KeptBuild[]) : [];
}

/**
 * Adds a build's hashed files with their compressed copies, and removes those of builds beyond the newest
 * `builds`. A build that is already there becomes the newest again, as after a rollback. Returns the ids,
 * newest first.
 */
export function keepFiles(client: string, folder: string, builds = BUILDS): string[] {
  const { id } = JSON.parse(readFileSync(join(client, 'builds/latest.json'), 'utf8')) as { id: string };
  const files = filesBelow(client).filter((file) => HASHED.test(file) && !file.endsWith('.map'));
  for (const file of files) {
    const target = join(folder, file);
    if (!existsSync(target)) whole(target, (draft) => copyFileSync(join(client, file), draft));
  }
  const before = keptBuilds(folder).filter((build) => build.id !== id);
  const stored = [{ id, files }, ...before].slice(0, Math.max(1, builds));
  whole(join(folder, LIST), (draft) => writeFileSync(draft, JSON.stringify(stored)));
  const needed = new Set(stored.flatMap((build) => build.files));
  for (const file of filesBelow(folder)) {
    if (HASHED.test(file) && !needed.has(file) && !file.endsWith('.tmp'))
      rmSync(join(folder, file), { force: true });
  }
  return stored.map((build) => build.id);
}

const USAGE = `node keep-files.ts --client <folder of a build> [--to <folder>] [--builds ${BUILDS}]
  --to   without it KEPT_FILES`;

// Not the function of tools/cli.ts: in an image this file has no neighbours.
function main(): void {
  let client: string;
  let to: string;
  let builds: number;
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: { client: text, to: text, builds: text, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help) {
      console.log(USAGE);
      return;
    }
    client = values.client ?? '';
    to = values.to ?? process.env['KEPT_FILES'] ?? '';
    builds = Number(values.builds ?? BUILDS);
    if (!client || !to) throw new Error('--client and --to are needed');
    if (!Number.isInteger(builds) || builds < 1) throw new Error('--builds is a whole number from 1 on');
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  console.log(`kept: ${keepFiles(resolve(client), resolve(to), builds).join(', ')}`);
}

if (process.argv[1] === import.meta.filename) main();
