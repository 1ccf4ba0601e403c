// The published test vectors, checked by two verifiers without common code: this folder's, and openssl in a
// shell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isOurs } from './verify.ts';

interface Case {
  about: string;
  valid: boolean;
  secret: string;
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  body: string;
}
const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const { cases, now } = JSON.parse(read('../../libs/api-contract/webhook-vectors.json')) as {
  cases: Case[];
  now: number;
};
const named = cases.map((one) => [one.about, one] as const);

describe('verify.ts', () => {
  test.each(named)('judges %s', (_, { valid, secret, headers, body }) => {
    expect(isOurs(secret, headers, body, now)).toBe(valid);
  });

  test.each([
    ['five minutes late', 300, true],
    ['more than five minutes late', 301, false],
    ['five minutes early', -300, true],
    ['more than five minutes early', -301, false],
  ])('for a correct signature %s', (_, seconds, valid) => {
    const [{ secret, headers, body } = cases[0] as Case] = cases;
    expect(isOurs(secret, headers, body, Number(headers['webhook-timestamp']) + seconds)).toBe(valid);
    expect(isOurs(secret, { ...headers, 'webhook-timestamp': 'now' }, body, now)).toBe(false);
    expect(isOurs(secret, {}, body, now)).toBe(false);
  });
});

describe('openssl in a shell', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'webhook-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(named)('judges %s', (_, { valid, secret, headers, body }) => {
    const file = join(folder, 'body');
    writeFileSync(file, body);
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
    const script = join(import.meta.dirname, 'verify.sh');
    const { status, stderr } = spawnSync('sh', [script, id, at, signature, file], {
      encoding: 'utf8',
      env: { ...process.env, WEBHOOK_SECRET: secret },
    });
    expect([stderr, status]).toEqual(['', valid ? 0 : 1]);
  });
});

test.each(['verify.ts', 'verify.sh'])('docs/webhooks.md contains the current %s', (name) => {
  expect(read('../../docs/webhooks.md')).toContain(read(name).trim());
});
