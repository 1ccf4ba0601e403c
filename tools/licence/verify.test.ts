import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deactivate, makeRequest, newClient, receiptReleases, type Receipt } from './client-state.ts';
import { judge, readPublicKey, type LicenceFile } from './licence-file.ts';

const FINGERPRINT = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const NOW = new Date('2026-11-20T02:00:00Z');

interface Signer {
  publicKey: string;
  id: string;
  privateKey: KeyObject;
}

function signer(): Signer {
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    publicKey: raw.toString('base64'),
    id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    privateKey: pair.privateKey,
  };
}

/** A file as described in `docs/operations.md`, signed here without any of the server's code. */
function signed(version: 1 | 2, { id, privateKey }: Signer, content: Record<string, unknown>) {
  const fields: Record<string, unknown> = { ...content, key_id: id };
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${String(value ?? '')}`);
  const text = Buffer.from([`yunduo-licence/${version}`, ...lines].join('\n'));
  const signature = sign(null, text, privateKey).toString('base64');
  return { format: 'yunduo-licence', version, ...fields, signature };
}
const licenceFile = (by: Signer, change: object = {}) =>
  signed(1, by, {
    licence_id: 12,
    code_sha256: '0'.repeat(64),
    plan: 'm12',
    fingerprint: FINGERPRINT,
    server_name: '上海 web-1',
    issued_at: '2026-11-20T01:00:00.000Z',
    expires_at: '2027-11-20T15:59:59.000Z',
    ...change,
  });
/** Of version 2, for a client. */
const fileFor = (clientKey: string, change: Record<string, unknown> = {}): LicenceFile =>
  signed(2, ours, {
    file_id: 'f-1',
    licence_id: 12,
    code_sha256: '0'.repeat(64),
    plan: 'permanent',
    fingerprint: FINGERPRINT,
    server_name: 'vault-1',
    client_key: clientKey,
    issued_at: '2026-11-20T01:00:00.000Z',
    expires_at: '2099-11-20T15:59:59.000Z',
    ...change,
  }) as unknown as LicenceFile;

const ours = signer();
const theirs = signer();
const key = readPublicKey(ours.publicKey);
const judged = (file: unknown, fingerprint: string | null = FINGERPRINT, now = NOW, clientKey?: string) =>
  judge(typeof file === 'string' ? file : JSON.stringify(file), {
    keys: key ? [key] : [],
    fingerprint,
    clientKey,
    now,
  });
const judgedFor = (file: object, clientKey?: string) => judged(file, FINGERPRINT, NOW, clientKey);

describe('licence file', () => {
  test('is valid as signed, with any JSON layout', () => {
    const file = licenceFile(ours);
    expect(judged(file)).toMatchObject({ valid: true, licence: { plan: 'm12', server_name: '上海 web-1' } });
    expect(judged(JSON.stringify(file, null, 4))).toMatchObject({ valid: true });
    const turned = Object.fromEntries(Object.entries(file).reverse());
    expect(judged(turned)).toMatchObject({ valid: true });
    expect(judged(file, null)).toMatchObject({ valid: true });
    expect(
      judged(licenceFile(ours, { expires_at: null }), FINGERPRINT, new Date('2126-01-01')),
    ).toMatchObject({
      valid: true,
    });
  });

  test('is invalid with any changed bit', () => {
    const text = JSON.stringify(licenceFile(ours));
    expect(judged(text).valid).toBe(true);
    for (let place = 0; place < text.length; place += 1) {
      for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
        const byte = String.fromCharCode(text.charCodeAt(place) ^ bit);
        const changed = text.slice(0, place) + byte + text.slice(place + 1);
        // White space between tokens has no meaning in JSON; this text has none.
        expect([place, bit, judged(changed).valid]).toEqual([place, bit, false]);
      }
    }
  });

  test('reports wrong_server, expired and unknown_key', () => {
    expect(judged(licenceFile(ours), OTHER)).toMatchObject({ valid: false, reason: 'wrong_server' });
    const end = new Date('2027-11-20T15:59:59.000Z');
    expect(judged(licenceFile(ours), FINGERPRINT, new Date(end.getTime() - 1))).toMatchObject({
      valid: true,
    });
    expect(judged(licenceFile(ours), FINGERPRINT, end)).toMatchObject({ valid: false, reason: 'expired' });
    expect(judged(licenceFile(theirs))).toMatchObject({ valid: false, reason: 'unknown_key' });
    // Signed by a stranger who claims the product's key.
    expect(judged(licenceFile({ ...theirs, id: ours.id }))).toMatchObject({ reason: 'signature' });
  });

  test('malformed is rejected before its signature is checked', () => {
    for (const text of ['', 'x', '{']) expect(judged(text)).toMatchObject({ reason: 'unreadable' });
    const file = licenceFile(ours);
    for (const value of [
      null,
      [],
      7,
      {},
      { ...file, format: 'other' },
      { ...file, version: 2 },
      { ...file, extra: 1 },
      { ...file, licence_id: '12' },
      { ...file, issued_at: 'today' },
      { ...file, expires_at: 7 },
      { ...file, server_name: 'a\nplan=permanent' },
      { ...file, signature: null },
    ]) {
      expect(judged(value)).toMatchObject({ valid: false, reason: 'format' });
    }
  });
});

describe('licence file bound to a client', () => {
  const client = newClient(FINGERPRINT);
  const file = fileFor(client.client_key);

  test('is valid for that client only and not after its deactivation', () => {
    expect(judgedFor(file, client.client_key)).toMatchObject({ valid: true });
    expect(judgedFor(file, newClient(FINGERPRINT).client_key)).toMatchObject({ reason: 'wrong_client' });
    expect(judgedFor(file, 'deactivated')).toMatchObject({ reason: 'deactivated' });
    expect(judgedFor(file)).toMatchObject({ valid: true });
  });

  test('is invalid with a changed client, number or expiry, or without an expiry', () => {
    for (const change of [
      { client_key: newClient(FINGERPRINT).client_key },
      { file_id: 'f-2' },
      { expires_at: '2199-11-20T15:59:59.000Z' },
    ]) {
      expect(judgedFor({ ...file, ...change })).toMatchObject({ reason: 'signature' });
    }
    expect(judgedFor({ ...file, expires_at: null })).toMatchObject({ reason: 'format' });
    expect(judgedFor({ ...file, version: 1 })).toMatchObject({ reason: 'format' });
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
    folder = mkdtempSync(join(tmpdir(), 'yunduo-licence-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const typed = (script: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, script), ...args],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    return { status, stdout, stderr };
  };
  const run = (...args: string[]) => typed('verify.ts', ...args);
  const saved = (file: unknown): string => {
    const path = join(folder, 'licence.json');
    writeFileSync(path, JSON.stringify(file));
    return path;
  };
  const lasting = (from: Signer) => licenceFile(from, { expires_at: null });

  test('prints one line and sets the exit code', () => {
    const path = saved(lasting(ours));
    expect(run('--key', ours.publicKey, path, '--fingerprint', FINGERPRINT)).toMatchObject({
      status: 0,
      stdout: 'valid: plan m12, server 上海 web-1, permanent\n',
    });
    expect(run('--key', theirs.publicKey, '--key', ours.publicKey, path).status).toBe(0);
    const wrong = run('--key', ours.publicKey, path, '--fingerprint', OTHER);
    expect(wrong.status).toBe(1);
    expect(wrong.stdout).toMatch(/^invalid: wrong_server: /);
    expect(run('--key', theirs.publicKey, path).stdout).toMatch(/^invalid: unknown_key: /);
    const past = saved(licenceFile(ours, { expires_at: '2020-01-01T00:00:00.000Z' }));
    expect(run('--key', ours.publicKey, past)).toMatchObject({ status: 1 });
  });

  test('prints the usage on wrong arguments', () => {
    const path = saved(lasting(ours));
    for (const args of [
      [],
      [path],
      ['--key', 'x', path],
      ['--key', ours.publicKey],
      ['--key', ours.publicKey, path, path],
      ['--key', ours.publicKey, join(folder, 'none.json')],
      ['--key', ours.publicKey, path, '--fingerprint', 'x'],
      ['--unknown'],
    ]) {
      const answer = run(...args);
      expect(answer.status).toBe(2);
      expect(answer.stderr).toContain('usage:');
    }
    expect(run('--help')).toMatchObject({ status: 0 });
  });

  test('request, then deactivate; afterwards the file no longer verifies', () => {
    const at = (name: string) => join(folder, name);
    const state = ['--state', at('client.json')];
    const asking = ['request', ...state, '--code', 'YDAC-X', '--server-name', 'vault-1'];
    const result = typed('client.ts', ...asking, '--fingerprint', FINGERPRINT);
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(at('client.json')).mode & 0o777).toBe(0o600);
    const { client_key } = JSON.parse(result.stdout) as { client_key: string };
    writeFileSync(at('licence.json'), JSON.stringify(fileFor(client_key)));
    const verify = (...more: string[]) => run('--key', ours.publicKey, at('licence.json'), ...state, ...more);
    expect(verify()).toMatchObject({ status: 0 });

    const given = typed('client.ts', 'deactivate', ...state, at('licence.json'));
    expect(given).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(at('client.json'), 'utf8')).not.toContain('private_key');
    const receipt = JSON.parse(given.stdout) as Receipt;
    expect(receipt).toMatchObject({ licence_id: 12, file_id: 'f-1', client_key });
    writeFileSync(at('receipt.json'), given.stdout);
    const after = verify('--receipt', at('receipt.json'));
    expect(after.status).toBe(1);
    expect(after.stdout).toMatch(/^invalid: deactivated: [^\n]+\nreceipt: of this file\n$/);
    expect(typed('client.ts', 'deactivate', ...state, at('licence.json')).stdout).toBe(given.stdout);

    // The next request has a new key: the old receipt does not concern it.
    const next = JSON.parse(typed('client.ts', ...asking).stdout) as {
      client_key: string;
      fingerprint: string;
    };
    expect(next.client_key).not.toBe(client_key);
    expect(next.fingerprint).toBe(FINGERPRINT);
    expect(typed('client.ts', 'deactivate', ...state, at('licence.json'))).toMatchObject({
      status: 1,
      stdout: '',
    });
  });

  test('client.ts prints the usage on wrong arguments', () => {
    for (const args of [
      [],
      ['request'],
      ['sleep', '--state', 'x'],
      ['request', '--state', 'x'],
      ['--sleep'],
    ]) {
      const answer = typed('client.ts', ...args);
      expect(answer.status).toBe(2);
      expect(answer.stderr).toContain('usage:');
    }
    expect(typed('client.ts', '--help')).toMatchObject({ status: 0 });
  });
});
