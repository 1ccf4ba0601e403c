// The published test vectors of licences and updates, checked by two verifiers without common code: this folder's, and openssl in a
// shell.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deactivate, makeRequest, receiptReleases, type ClientState, type Receipt } from './client-state.ts';
import { areNotesOf, isPackageOf, judgeUpdate, type UpdateManifest } from './update-manifest.ts';
import { chainedKeys, judge, readPublicKey, type LicenceFile, type PublishedKey } from './licence-file.ts';

interface Vectors {
  code: string;
  code_sha256: string;
  machine_id: string;
  fingerprint: string;
  client_key: string;
  client_private_key: string;
  keys: { before: PublishedKey[]; after: PublishedKey[]; forged: PublishedKey };
  request: { server_name: string; created_at: string };
  verify: { key_id: string }[];
  licence: [LicenceFile, LicenceFile];
  receipt: Receipt;
}
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../libs/api-contract/licence-vectors.json'), 'utf8'),
) as Vectors;
const { before, after, forged } = vectors.keys;
const trusted = before.flatMap(({ public_key }) => readPublicKey(public_key) ?? []);
const ids = (keys: readonly { id: string }[]) => keys.map(({ id }) => id).sort();
const NOW = new Date('2026-11-28T00:00:00Z');
const judged = (file: LicenceFile, keys = trusted) =>
  judge(JSON.stringify(file), { keys, fingerprint: vectors.fingerprint, now: NOW });

describe('verifier', () => {
  test('derives the vectors’ fingerprint from the machine id', () => {
    const line = `yunduo-server/1\n${vectors.machine_id}`;
    expect(createHash('sha256').update(line).digest('hex')).toBe(vectors.fingerprint);
  });

  test('accepts a new key signed by the previous one; files of both are valid', () => {
    const [old, made] = vectors.licence;
    expect([judged(old).valid, judged(made)]).toMatchObject([true, { reason: 'unknown_key' }]);
    const keys = chainedKeys(trusted, after);
    expect(ids(keys)).toEqual(after.map(({ key_id }) => key_id).sort());
    expect([judged(old, keys).valid, judged(made, keys).valid]).toEqual([true, true]);
  });

  test.each([
    ['signed by itself', forged],
    ['without a signature', { ...forged, signed_by: null, signature: null }],
    ['under the id of another key', { ...(after[0] ?? forged), public_key: forged.public_key }],
    ['with another id', { ...(after[0] ?? forged), key_id: forged.key_id }],
    ['signed by an untrusted key', { ...forged, signed_by: forged.key_id }],
    ['that is malformed', { ...(after[0] ?? forged), public_key: 'x' }],
  ])('rejects a key %s', (_, key) => {
    expect(ids(chainedKeys(trusted, [key, ...before]))).toEqual(ids(trusted));
    expect(chainedKeys([], [key, ...after])).toEqual([]);
  });

  test('follows a chain over several rotations in any order', () => {
    expect(ids(chainedKeys(trusted, after.toReversed()))).toEqual(ids(chainedKeys(trusted, after)));
  });

  test('creates the vectors’ request and receipt from the client’s key', () => {
    const state: ClientState = {
      format: 'yunduo-licence-client',
      version: 1,
      fingerprint: vectors.fingerprint,
      client_key: vectors.client_key,
      private_key: vectors.client_private_key,
    };
    const { server_name: serverName, created_at } = vectors.request;
    const requested = { code: vectors.code, serverName, now: new Date(created_at) };
    expect(makeRequest(state, requested)).toEqual(vectors.request);
    const [, file] = vectors.licence;
    const { receipt } = deactivate(state, file, new Date(vectors.receipt.deactivated_at));
    expect([receipt, receiptReleases(receipt, file)]).toEqual([vectors.receipt, true]);
  });
});

interface Updates {
  /** Which verifier checks `refused`. */
  client: { platform: string; installed: string; now: string; last_issued_at: string };
  keys: PublishedKey[];
  package: string;
  notes: string;
  manifests: UpdateManifest[];
  refused: { about: string; reason: string; manifest: UpdateManifest }[];
}
const updates = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../libs/api-contract/update-vectors.json'), 'utf8'),
) as Updates;
const [newest, oldest] = updates.keys as [PublishedKey, PublishedKey];
const oldKeys = [oldest].flatMap(({ public_key }) => readPublicKey(public_key) ?? []);
const client = {
  keys: chainedKeys(oldKeys, updates.keys),
  platform: updates.client.platform,
  installed: updates.client.installed,
  now: new Date(updates.client.now),
  lastIssuedAt: new Date(updates.client.last_issued_at),
};
const judgedUpdate = (manifest: object, more: Partial<typeof client> = {}) =>
  judgeUpdate(JSON.stringify(manifest), { ...client, ...more });
const [update, must, none] = updates.manifests as [UpdateManifest, UpdateManifest, UpdateManifest];

describe('verifier of updates', () => {
  test('accepts an update, a mandatory one and “none”', () => {
    expect(judgedUpdate(update)).toEqual({ valid: true, manifest: update });
    expect(judgedUpdate(must, { installed: '1.2.0' })).toMatchObject({ manifest: { mandatory: true } });
    expect(judgedUpdate(none, { installed: '1.5.0' })).toMatchObject({
      manifest: { status: 'none', version: null },
    });
  });

  test('accepts a new key only through its chain', () => {
    expect(judgedUpdate(must, { installed: '1.2.0', keys: oldKeys })).toEqual({
      valid: false,
      reason: 'unknown_key',
    });
  });

  test('accepts only the package and the notes of the manifest', () => {
    const bytes = Buffer.from(updates.package);
    expect(isPackageOf(update, bytes)).toBe(true);
    expect(isPackageOf(update, Buffer.concat([bytes, Buffer.from(' ')]))).toBe(false);
    expect(isPackageOf(update, Buffer.alloc(bytes.length))).toBe(false);
    expect(isPackageOf(none, Buffer.alloc(0))).toBe(false);
    expect(areNotesOf(update, updates.notes)).toBe(true);
    expect(areNotesOf(update, `${updates.notes} `)).toBe(false);
  });

  test.each(updates.refused.map((one) => [one.about, one.reason, one.manifest] as const))(
    'rejects %s: %s',
    (_, reason, manifest) => {
      expect(judgedUpdate(manifest)).toEqual({ valid: false, reason });
    },
  );

  test('rejects an expired manifest and malformed text', () => {
    expect(judgedUpdate(update, { now: new Date(update.expires_at) })).toMatchObject({ reason: 'stale' });
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
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yunduo-vectors-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (key: string, fields: object) => {
    const path = join(folder, 'file.json');
    writeFileSync(path, JSON.stringify(fields, null, 2));
    const script = join(import.meta.dirname, 'verify.sh');
    const { status, stdout } = spawnSync('sh', [script, key, path], { encoding: 'utf8' });
    return [status, stdout.trim()];
  };
  test.each(updates.manifests.map((manifest) => [manifest.status, manifest.installed, manifest] as const))(
    'verifies the manifest “%s” for %s, and rejects it with a changed value',
    (_, __, manifest) => {
      const [key, other] = manifest.key_id === newest.key_id ? [newest, oldest] : [oldest, newest];
      expect(run(key.public_key, manifest)).toEqual([0, 'signed']);
      for (const [by, changed] of [
        [other, manifest],
        [key, { ...manifest, mandatory: !manifest.mandatory }],
      ] as const)
        expect(run(by.public_key, changed)).toEqual([1, 'not signed by this key']);
    },
  );

  const keyOf = (id: string | null) => after.find(({ key_id }) => key_id === id)?.public_key ?? '';
  const { code_sha256, fingerprint, client_key } = vectors;
  const signed: [string, string, object][] = [
    ...vectors.licence.map((file): [string, string, object] => [
      `a licence file of version ${String(file.version)}`,
      keyOf(file.key_id),
      file,
    ]),
    ['a request', client_key, vectors.request],
    ['a deactivation receipt', client_key, vectors.receipt],
    ...vectors.verify.map(({ ...answer }): [string, string, object] => [
      `an answer of verify, signed by ${answer.key_id}`,
      keyOf(answer.key_id),
      { format: 'yunduo-licence-verify', version: 1, code_sha256, fingerprint, ...answer },
    ]),
    [
      'the key of the rotation',
      keyOf(after[0]?.signed_by ?? null),
      { format: 'yunduo-licence-key', version: 1, ...after[0] },
    ],
  ];

  test.each(signed)('verifies %s, and rejects it with a changed value', (_, key, fields) => {
    expect(run(key, fields)).toEqual([0, 'signed']);
    const changed = Object.keys(fields).findLast((name) => name !== 'signature') ?? '';
    expect(run(key, { ...fields, [changed]: 'another' })).toEqual([1, 'not signed by this key']);
  });

  test('rejects a key signed by another key in the name of the previous one', () => {
    const fields = { format: 'yunduo-licence-key', version: 1, ...forged };
    expect(run(keyOf(forged.signed_by), fields)).toEqual([1, 'not signed by this key']);
  });

  test('exits with code 2 for unknown formats', () => {
    expect(run(client_key, { format: 'other', version: 1 })[0]).toBe(2);
    expect(run(client_key, { ...vectors.request, server_name: 'a "quoted" name' })[0]).toBe(2);
  });
});
