import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deactivate, makeRequest, newClient, receiptReleases, type Receipt } from './client-state.ts';
import { judge, readPublicKey, type LicenceFile } from './licence-file.ts';

const FINGERPRINT = 'ab'.repeat(32);
const NOW = new Date('2026-11-20T02:00:00Z');

const pair = generateKeyPairSync('ed25519');
const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const PUBLIC_KEY = raw.toString('base64');

/** A version 2 file for a client, as described in `docs/operations.md`. */
function fileFor(clientKey: string, change: Record<string, unknown> = {}): LicenceFile {
  const fields = {
    file_id: 'f-1',
    licence_id: 12,
    code_sha256: '0'.repeat(64),
    plan: 'permanent',
    fingerprint: FINGERPRINT,
    server_name: 'vault-1',
    client_key: clientKey,
    issued_at: '2026-11-20T01:00:00.000Z',
    expires_at: '2099-11-20T15:59:59.000Z',
    key_id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    ...change,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  const signature = sign(null, Buffer.from(['yunduo-licence/2', ...lines].join('\n')), pair.privateKey);
  const file = { format: 'yunduo-licence', version: 2, ...fields, signature: signature.toString('base64') };
  return file as unknown as LicenceFile;
}

const judged = (file: object, clientKey?: string) => {
  const key = readPublicKey(PUBLIC_KEY);
  return judge(JSON.stringify(file), {
    keys: key ? [key] : [],
    fingerprint: FINGERPRINT,
    clientKey,
    now: NOW,
  });
};

describe('licence file bound to a client', () => {
  const client = newClient(FINGERPRINT);
  const file = fileFor(client.client_key);

  test('is valid for that client only and not after its deactivation', () => {
    expect(judged(file, client.client_key)).toMatchObject({ valid: true });
    expect(judged(file, newClient(FINGERPRINT).client_key)).toMatchObject({ reason: 'wrong_client' });
    expect(judged(file, 'deactivated')).toMatchObject({ reason: 'deactivated' });
    expect(judged(file)).toMatchObject({ valid: true });
  });

  test('is invalid with a changed client, number or expiry, or without an expiry', () => {
    for (const change of [
      { client_key: newClient(FINGERPRINT).client_key },
      { file_id: 'f-2' },
      { expires_at: '2199-11-20T15:59:59.000Z' },
    ]) {
      expect(judged({ ...file, ...change })).toMatchObject({ reason: 'signature' });
    }
    expect(judged({ ...file, expires_at: null })).toMatchObject({ reason: 'format' });
    expect(judged({ ...file, version: 1 })).toMatchObject({ reason: 'format' });
  });
});

describe('deactivation', () => {
  const client = newClient(FINGERPRINT);
  const file = fileFor(client.client_key);

  test('replaces the private key by a receipt and is idempotent', () => {
    const after = deactivate(client, file, NOW);
    expect(after).not.toHaveProperty('private_key');
    expect(JSON.stringify(after)).not.toContain('private');
    expect(deactivate(after, file, new Date('2027-01-01T00:00:00Z')).receipt).toEqual(after.receipt);
    expect(() => makeRequest(after, { code: 'YDAC-X', serverName: 'vault-1', now: NOW })).toThrow(
      'deactivated',
    );
  });

  test('is bound to one file: its receipt fits no other and no changed one', () => {
    const { receipt } = deactivate(client, file, NOW);
    expect(receiptReleases(receipt, file)).toBe(true);
    for (const change of [
      { file_id: 'f-2' },
      { licence_id: 13 },
      { fingerprint: 'cd'.repeat(32) },
      { client_key: newClient(FINGERPRINT).client_key },
    ]) {
      expect(receiptReleases(receipt, fileFor(client.client_key, change))).toBe(false);
      expect(receiptReleases({ ...receipt, ...change }, { ...file, ...change })).toBe(false);
    }
  });

  test('is rejected for a file of another client or of version 1', () => {
    expect(() => deactivate(newClient(FINGERPRINT), file, NOW)).toThrow('not for this client');
    expect(() => deactivate(newClient('cd'.repeat(32)), file, NOW)).toThrow('not for this client');
    expect(() => deactivate(client, { ...file, file_id: undefined, version: 1 }, NOW)).toThrow(
      'not for this client',
    );
  });
});

describe('commands', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yunduo-client-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (script: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, script), ...args],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    return { status, stdout, stderr };
  };

  test('request, then deactivate; afterwards the file no longer verifies', () => {
    const at = (name: string) => join(folder, name);
    const state = ['--state', at('client.json')];
    const asking = ['request', ...state, '--code', 'YDAC-X', '--server-name', 'vault-1'];
    const result = run('client.ts', ...asking, '--fingerprint', FINGERPRINT);
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(at('client.json')).mode & 0o777).toBe(0o600);
    const { client_key } = JSON.parse(result.stdout) as { client_key: string };
    writeFileSync(at('licence.json'), JSON.stringify(fileFor(client_key)));
    const verify = (...more: string[]) =>
      run('verify.ts', '--key', PUBLIC_KEY, at('licence.json'), ...state, ...more);
    expect(verify()).toMatchObject({ status: 0 });

    const given = run('client.ts', 'deactivate', ...state, at('licence.json'));
    expect(given).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(at('client.json'), 'utf8')).not.toContain('private_key');
    const receipt = JSON.parse(given.stdout) as Receipt;
    expect(receipt).toMatchObject({ licence_id: 12, file_id: 'f-1', client_key });
    writeFileSync(at('receipt.json'), given.stdout);
    const after = verify('--receipt', at('receipt.json'));
    expect(after.status).toBe(1);
    expect(after.stdout).toMatch(/^invalid: deactivated: [^\n]+\nreceipt: of this file\n$/);
    expect(run('client.ts', 'deactivate', ...state, at('licence.json')).stdout).toBe(given.stdout);

    // The next request has a new key: the old receipt does not concern it.
    const next = JSON.parse(run('client.ts', ...asking).stdout) as {
      client_key: string;
      fingerprint: string;
    };
    expect(next.client_key).not.toBe(client_key);
    expect(next.fingerprint).toBe(FINGERPRINT);
    expect(run('client.ts', 'deactivate', ...state, at('licence.json'))).toMatchObject({
      status: 1,
      stdout: '',
    });
  });

  test('print the usage on wrong arguments', () => {
    for (const args of [
      [],
      ['request'],
      ['sleep', '--state', 'x'],
      ['request', '--state', 'x'],
      ['--sleep'],
    ]) {
      const answer = run('client.ts', ...args);
      expect(answer.status).toBe(2);
      expect(answer.stderr).toContain('usage:');
    }
    expect(run('client.ts', '--help')).toMatchObject({ status: 0 });
  });
});
