// The published test vectors of updates, checked by two verifiers without common code: this folder's, and
// openssl in a shell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chainedKeys, readPublicKey, type PublishedKey } from './licence-file.ts';
import { areNotesOf, isPackageOf, judgeUpdate, type UpdateManifest } from './update-manifest.ts';

interface Vectors {
  /** Which verifier checks `refused`. */
  client: { platform: string; installed: string; now: string; last_issued_at: string };
  keys: PublishedKey[];
  package: string;
  notes: string;
  manifests: UpdateManifest[];
  refused: { about: string; reason: string; manifest: UpdateManifest }[];
}
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../libs/api-contract/update-vectors.json'), 'utf8'),
) as Vectors;
const [newest, oldest] = vectors.keys as [PublishedKey, PublishedKey];
const trusted = [oldest].flatMap(({ public_key }) => readPublicKey(public_key) ?? []);
const client = {
  keys: chainedKeys(trusted, vectors.keys),
  platform: vectors.client.platform,
  installed: vectors.client.installed,
  now: new Date(vectors.client.now),
  lastIssuedAt: new Date(vectors.client.last_issued_at),
};
const judged = (manifest: object, more: Partial<typeof client> = {}) =>
  judgeUpdate(JSON.stringify(manifest), { ...client, ...more });
const [update, must, none] = vectors.manifests as [UpdateManifest, UpdateManifest, UpdateManifest];

describe('verifier', () => {
  test('accepts an update, a mandatory one and “none”', () => {
    expect(judged(update)).toEqual({ valid: true, manifest: update });
    expect(judged(must, { installed: '1.2.0' })).toMatchObject({ manifest: { mandatory: true } });
    expect(judged(none, { installed: '1.5.0' })).toMatchObject({
      manifest: { status: 'none', version: null },
    });
  });

  test('accepts a new key only through its chain', () => {
    expect(judged(must, { installed: '1.2.0', keys: trusted })).toEqual({
      valid: false,
      reason: 'unknown_key',
    });
  });

  test('accepts only the package and the notes of the manifest', () => {
    const bytes = Buffer.from(vectors.package);
    expect(isPackageOf(update, bytes)).toBe(true);
    expect(isPackageOf(update, Buffer.concat([bytes, Buffer.from(' ')]))).toBe(false);
    expect(isPackageOf(update, Buffer.alloc(bytes.length))).toBe(false);
    expect(isPackageOf(none, Buffer.alloc(0))).toBe(false);
    expect(areNotesOf(update, vectors.notes)).toBe(true);
    expect(areNotesOf(update, `${vectors.notes} `)).toBe(false);
  });

  test.each(vectors.refused.map((one) => [one.about, one.reason, one.manifest] as const))(
    'rejects %s: %s',
    (_, reason, manifest) => {
      expect(judged(manifest)).toEqual({ valid: false, reason });
    },
  );

  test('rejects an expired manifest and malformed text', () => {
    expect(judged(update, { now: new Date(update.expires_at) })).toMatchObject({ reason: 'stale' });
    expect(judgeUpdate('{', client)).toMatchObject({ reason: 'unreadable' });
    for (const text of ['null', '[]', '{}'])
      expect(judgeUpdate(text, client)).toMatchObject({ reason: 'format' });
  });
});

const openssl = spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '';
// LibreSSL and OpenSSL before 3.0 cannot verify Ed25519 on the command line: there the shell's tests are
// skipped.
const inShell = /^OpenSSL ([3-9]|\d\d)\./.test(openssl) ? describe : describe.skip;

inShell('openssl in a shell', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'yunduo-updates-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (key: string, manifest: object) => {
    const path = join(folder, 'manifest.json');
    writeFileSync(path, JSON.stringify(manifest, null, 2));
    const { status, stdout } = spawnSync('sh', [join(import.meta.dirname, 'verify.sh'), key, path], {
      encoding: 'utf8',
    });
    return [status, stdout.trim()];
  };

  test.each(vectors.manifests.map((manifest) => [manifest.status, manifest.installed, manifest] as const))(
    'verifies the manifest “%s” for %s, and rejects it with a changed value',
    (_, __, manifest) => {
      const key = manifest.key_id === newest.key_id ? newest : oldest;
      const other = key === newest ? oldest : newest;
      expect(run(key.public_key, manifest)).toEqual([0, 'signed']);
      expect(run(other.public_key, manifest)).toEqual([1, 'not signed by this key']);
      expect(run(key.public_key, { ...manifest, mandatory: !manifest.mandatory })).toEqual([
        1,
        'not signed by this key',
      ]);
    },
  );
});
