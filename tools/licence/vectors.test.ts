// The published test vectors, checked by two verifiers without common code: this folder's, and openssl in a
// shell.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deactivate, makeRequest, receiptReleases, type ClientState, type Receipt } from './client-state.ts';
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
