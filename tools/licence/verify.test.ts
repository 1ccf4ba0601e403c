import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { judge, readPublicKey } from './licence-file.ts';

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
function licenceFile({ id, privateKey }: Signer, change: object = {}): Record<string, unknown> {
  const fields: Record<string, string | number | null> = {
    licence_id: 12,
    code_sha256: '0'.repeat(64),
    plan: 'm12',
    fingerprint: FINGERPRINT,
    server_name: '上海 web-1',
    issued_at: '2026-11-20T01:00:00.000Z',
    expires_at: '2027-11-20T15:59:59.000Z',
    key_id: id,
    ...change,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value ?? ''}`);
  const signature = sign(null, Buffer.from(['yunduo-licence/1', ...lines].join('\n')), privateKey);
  return { format: 'yunduo-licence', version: 1, ...fields, signature: signature.toString('base64') };
}

const ours = signer();
const theirs = signer();
const key = readPublicKey(ours.publicKey);
const judged = (file: unknown, fingerprint: string | null = FINGERPRINT, now = NOW) =>
  judge(typeof file === 'string' ? file : JSON.stringify(file), { keys: key ? [key] : [], fingerprint, now });

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

  test.each([
    ['another plan', { plan: 'permanent' }],
    ['another server', { fingerprint: OTHER }],
    ['a later end', { expires_at: '2099-11-20T15:59:59.000Z' }],
    ['no end', { expires_at: null }],
    ['another number', { licence_id: 13 }],
  ])('with %s is rejected for its signature', (_, change) => {
    expect(judged({ ...licenceFile(ours), ...change }, null)).toMatchObject({ reason: 'signature' });
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

describe('verify command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yunduo-licence-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'verify.ts'), ...args],
      {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      },
    );
    return { status, stdout, stderr };
  };
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
});
