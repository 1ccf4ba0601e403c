import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../test/run.ts';
import { ReleaseError } from './release-error.ts';
import { git } from './git.ts';
import { APPS, type App } from './released.ts';

const LIMIT = 25 * 60_000;

/** The app release in the last commit; null if it is not a release commit. */
const tagHere = (app: App): string | null =>
  git(['tag', '--points-at', 'HEAD'])
    .split('\n')
    .find((tag) => tag.startsWith(`${app}@`)) ?? null;

/** `public-site@0.2.0` → its image in a registry: `ghcr.io/yunduo/main/public-site:0.2.0`. */
export function imageOf(tag: string, registry: string): { app: App; image: string } {
  const [name, version] = tag.split('@');
  const app = APPS.find((one) => one === name);
  if (!app || !version) throw new ReleaseError(`${tag} is not a release; name one as public-site@0.2.0`);
  return { app, image: `${registry.replace(/\/+$/, '').toLowerCase()}/${app}:${version}` };
}

async function docker(args: string[]): Promise<void> {
  const { code } = await run('docker', args, { limit: LIMIT });
  if (code === 127) throw new ReleaseError('docker is not here; npm run release -- image needs it');
  if (code !== 0) throw new ReleaseError(`docker ${args[0]} failed; its words stand above.`);
}

/**
 * Builds the image of the checked-out release and optionally pushes it (the caller has logged in). A pushed
 * image is identified by its digest.
 */
export async function makeImage(tag: string, registry: string, push: boolean): Promise<string> {
  const { app, image } = imageOf(tag, registry);
  if (tagHere(app) !== tag)
    throw new ReleaseError(`Check out ${tag} first: an image is of what its tag names`);
  const file = `tools/deployment/images/${app}.Dockerfile`;
  const labels = [
    `org.opencontainers.image.version=${tag.split('@')[1]}`,
    `org.opencontainers.image.revision=${git(['rev-parse', 'HEAD'])}`,
  ];
  // A pushed image has an SBOM and provenance; the local engine's image store supports neither.
  const pushed = ['--push', '--sbom=true', '--provenance=mode=max'];
  const metadata = join(mkdtempSync(join(tmpdir(), 'yunduo-image-')), 'metadata.json');
  await docker([
    ...['buildx', 'build', '--metadata-file', metadata, '--file', file, '--tag', image],
    ...labels.flatMap((label) => ['--label', label]),
    ...(push ? pushed : ['--load']),
    '.',
  ]);
  if (!push) return image;
  // The digest identifies the scanned, signed and deployed bytes, even if the tag moves later.
  const digest = (JSON.parse(readFileSync(metadata, 'utf8')) as Record<string, string>)[
    'containerimage.digest'
  ];
  return `${image.replace(/:[^:/]*$/, '')}@${digest}`;
}
