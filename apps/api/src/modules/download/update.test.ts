import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { adminRelease, authCode, clientDownload, type DataOf, type InputOf } from '@yunduo/api-contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  CLIENT_PLATFORMS,
  DOWNLOAD_LINK_TTL,
  RATES,
  UPDATE_MANIFEST_TTL,
  type ClientPlatform,
} from '@yunduo/validation';
import { and, eq, gt } from 'drizzle-orm';
import { artefacts, auditLog, licences, releases } from '../../db/schema/index.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { licenceIn } from '../../testing/licences.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { newcomer, signedInAs, someIp, type SignedIn } from '../../testing/people.ts';
import type { Actor } from '../audit/audit.ts';
import { keyring } from '../licence/keyring.ts';
import { versionKey } from '../store/version-key.ts';
import { withdrawRelease } from './releases.ts';
import { setUpdateRules, signManifest, type UpdateManifest } from './update.ts';

const ORIGIN = 'https://yunduo.example';
const command: Actor = { userId: null, name: 'root', via: 'command' };
type Update = DataOf<typeof clientDownload.update>;

let api: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { ORIGIN } });
  reader = await newcomer(api);
});
afterAll(() => api.close());
beforeEach(() => api.db.update(releases).set({ mandatory: false, minimum: null }));
afterEach(() => api.clock.set(SEED_NOW));

interface Requested {
  version?: string;
  platform?: ClientPlatform;
  code?: string;
  fingerprint?: string;
}
const ask = (input: Requested = {}, caller: Caller = {}) =>
  api.call(
    clientDownload.update,
    { platform: 'mac-arm64', version: '1.3.2', ...input },
    { ip: someIp(), ...caller },
  );
const updateOf = async (input: Requested = {}, caller: Caller = {}): Promise<Update> => {
  const answer = await ask(input, caller);
  // It depends on the account or the licence that asks.
  expect([answer.code, answer.headers['cache-control']]).toEqual(['OK', 'no-store']);
  return answer.data;
};

/** Whether a manifest is signed by a key of `plans`; independent of the server's code. */
async function isSigned({ signature, ...fields }: UpdateManifest): Promise<boolean> {
  const { keys } = (await api.call(authCode.plans, undefined)).data;
  const listed = keys.find(({ key_id }) => key_id === fields.key_id);
  const { format, ...rest } = fields;
  const text = [format, ...Object.entries(rest).map(([name, value]) => `${name}=${value ?? ''}`)].join('\n');
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(listed?.public_key ?? '', 'base64'),
  ]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
const fetchFile = (url: string) => api.app.inject({ url: url.slice(ORIGIN.length) });
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

describe('update check', () => {
  test('returns a signed manifest in the requested language, without a link for anonymous clients', async () => {
    const { list } = (await api.call(clientDownload.releases, undefined, { lang: 'en' })).data;
    const [current] = list;
    const file = current?.platforms.find(({ platform }) => platform === 'mac-arm64');
    const english = await updateOf({}, { lang: 'en' });
    expect(english).toEqual({
      manifest: {
        format: 'yunduo-update/1',
        status: 'update',
        platform: 'mac-arm64',
        installed: '1.3.2',
        version: '1.4.0',
        sha256: file?.sha256,
        size: file?.size,
        mandatory: false,
        minimum: null,
        notes_sha256: sha256(current?.notes ?? ''),
        issued_at: SEED_NOW.toISOString(),
        expires_at: new Date(SEED_NOW.getTime() + UPDATE_MANIFEST_TTL).toISOString(),
        key_id: expect.any(String),
        signature: expect.any(String),
      },
      filename: file?.filename,
      notes: current?.notes,
      url: null,
      expires_in: null,
    });
    const chinese = await updateOf();
    expect(chinese.notes).not.toBe(english.notes);
    for (const { manifest } of [english, chinese]) expect(await isSigned(manifest)).toBe(true);
    expect(await isSigned({ ...english.manifest, mandatory: true })).toBe(false);
  });

  test.each(['1.4.0', '1.4.1', '1.10.0', '2.0.0'])('returns a signed “none” for %s', async (version) => {
    const { manifest, ...rest } = await updateOf({ version }, { token: reader.token });
    expect(manifest).toMatchObject({ status: 'none', installed: version, version: null, mandatory: false });
    expect(rest).toEqual({ filename: null, notes: null, url: null, expires_in: null });
    expect(await isSigned(manifest)).toBe(true);
  });

  test('never offers a withdrawn version, nor a downgrade from it', async () => {
    const missing = await testApp({ seeded: true });
    try {
      await withdrawRelease(missing.app, command, { product: 'client', version: '1.4.0', reason: 'broken' });
      const requested = (version: string) =>
        missing.call(clientDownload.update, { platform: 'windows-x64', version }, { ip: someIp() });
      expect((await requested('1.3.0')).data.manifest.version).toBe('1.3.2');
      expect((await requested('1.4.0')).data.manifest.status).toBe('none');
    } finally {
      await missing.close();
    }
  });

  test.each([
    ['a version of two parts', { version: '1.4' }, 'version'],
    ['a version with a leading zero', { version: '01.4.0' }, 'version'],
    ['an unknown platform', { platform: 'linux-x64' as ClientPlatform }, 'platform'],
  ])('rejects %s', async (_, input, field) => {
    const answer = await ask(input);
    expect([answer.status, answer.code, Object.keys(answer.error.fields ?? {})]).toEqual([
      400,
      'VALIDATION_FAILED',
      [field],
    ]);
  });

  test('returns 429 at the rate limit per IP address', async () => {
    const ip = someIp();
    let answer = await ask({}, { ip });
    for (let more = 0; more < RATES.clientUpdates[0].count; more += 1) answer = await ask({}, { ip });
    expect([answer.status, answer.code]).toEqual([429, 'RATE_LIMITED']);
  }, 30_000);
});

describe('update package', () => {
  test('is available to signed-in users without an invitation, for ten minutes', async () => {
    const { url, expires_in, manifest, filename } = await updateOf({}, { token: reader.token });
    expect(expires_in).toBe(DOWNLOAD_LINK_TTL / 1000);
    const response = await fetchFile(url ?? '');
    expect(response.statusCode).toBe(200);
    expect([sha256(response.rawPayload), response.rawPayload.length]).toEqual([
      manifest.sha256,
      manifest.size,
    ]);
    expect(response.headers['content-disposition']).toContain(filename);
    api.clock.advance(DOWNLOAD_LINK_TTL);
    expect((await fetchFile(url ?? '')).json()).toMatchObject({ code: 'DOWNLOAD_EXPIRED' });
  });

  test('is available with a licence of this server, expired or not, but not revoked or foreign', async () => {
    const { code, fingerprint, id } = await licenceIn(
      api,
      { id: reader.user.id, email: reader.email },
      'bound',
    );
    expect((await updateOf({ code, fingerprint })).url).toContain('/api/client_download/file?link=u');
    // Without hyphens and in lower case, as `verify` accepts it.
    expect(
      (await updateOf({ code: code.toLowerCase().replaceAll('-', ''), fingerprint })).url,
    ).not.toBeNull();
    for (const other of [
      { code, fingerprint: 'ab'.repeat(32) },
      { code },
      { fingerprint },
      { code: 'YDAC-0123-4567-89AB-CDEF-GHJK-MNPQ-RSZJ-8TV7', fingerprint },
      { code: 'nonsense', fingerprint },
    ])
      expect([other, (await updateOf(other)).url]).toEqual([other, null]);
    await api.db
      .update(licences)
      .set({ expiresAt: new Date('2026-01-01') })
      .where(eq(licences.id, id));
    expect((await updateOf({ code, fingerprint })).url).not.toBeNull();
    await api.db
      .update(licences)
      .set({ revokedAt: SEED_NOW, revokedBy: 'operator' })
      .where(eq(licences.id, id));
    expect((await updateOf({ code, fingerprint })).url).toBeNull();
  });

  test('link returns 404 if altered or if the release was withdrawn', async () => {
    const { url } = await updateOf({}, { token: reader.token });
    const link = new URL(url ?? '').searchParams.get('link') ?? '';
    const open = (text: string) =>
      fetchFile(`${ORIGIN}/api/client_download/file?${new URLSearchParams({ link: text })}`);
    const [id = '', ...rest] = link.slice(1).split('.');
    for (const text of [
      link.slice(1),
      `u${link}`,
      ['u' + String(Number(id) + 1), ...rest].join('.'),
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      'u',
    ])
      expect([text, (await open(text)).statusCode]).toEqual([text, 404]);
    const current = and(eq(releases.product, 'client'), eq(releases.version, '1.4.0'));
    await api.db.update(releases).set({ withdrawnAt: SEED_NOW, withdrawReason: 'broken' }).where(current);
    expect((await open(link)).json()).toMatchObject({ code: 'DOWNLOAD_NOT_FOUND' });
    await api.db.update(releases).set({ withdrawnAt: null, withdrawReason: null }).where(current);
    expect((await open(link)).statusCode).toBe(200);
  });
});

describe('update rules', () => {
  const rules = (version: string, more: { mandatory?: boolean; minimum?: string | null }) =>
    setUpdateRules(api.app, command, { version, ...more });
  const isMandatory = async (version: string) => (await updateOf({ version })).manifest.mandatory;

  test('make later releases mandatory for clients below a mandatory version', async () => {
    await rules('1.3.2', { mandatory: true });
    expect([await isMandatory('1.3.0'), await isMandatory('1.3.2')]).toEqual([true, false]);
    const [row] = await api.db.select().from(auditLog).where(eq(auditLog.action, 'release.require'));
    expect([row?.target, row?.details]).toEqual(['release:client:1.3.2', { mandatory: true }]);
    await rules('1.3.2', { mandatory: false });
    expect(await isMandatory('1.3.0')).toBe(false);
  });

  test('require an update below the highest minimum, and return that minimum', async () => {
    await rules('1.3.2', { minimum: '1.3.0' });
    await rules('1.4.0', { minimum: '1.2.9' });
    expect((await updateOf({ version: '1.2.10' })).manifest).toMatchObject({
      minimum: '1.3.0',
      mandatory: true,
    });
    expect((await updateOf({ version: '1.3.0' })).manifest).toMatchObject({
      minimum: '1.3.0',
      mandatory: false,
    });
    // Also for a client that is up to date.
    expect((await updateOf({ version: '1.4.0' })).manifest).toMatchObject({
      minimum: '1.3.0',
      status: 'none',
    });
    await rules('1.3.2', { minimum: null });
    expect((await updateOf({ version: '1.2.0' })).manifest).toMatchObject({
      minimum: '1.2.9',
      mandatory: true,
    });
  });

  test('apply to a client that is more releases behind than the download page lists', async () => {
    await rules('1.3.2', { mandatory: true, minimum: '1.3.0' });
    const versions = Array.from({ length: 31 }, (_, number) => `7.0.${number}`);
    const made = await api.db
      .insert(releases)
      .values(
        versions.map((version) => ({
          product: 'client' as const,
          version,
          versionKey: versionKey(version),
          notes: { zh: '修复', en: 'Fixes' },
          publishedAt: SEED_NOW,
        })),
      )
      .returning({ id: releases.id });
    await api.db.insert(artefacts).values(
      made.flatMap(({ id: releaseId }) =>
        CLIENT_PLATFORMS.map((target) => {
          const file = `private/releases/${releaseId}-${target}.bin`;
          return { releaseId, target, filename: `${target}.zip`, file, size: 1, sha256: '0'.repeat(64) };
        }),
      ),
    );
    try {
      expect((await updateOf({ version: '1.3.1' })).manifest).toMatchObject({
        version: '7.0.30',
        mandatory: true,
        minimum: '1.3.0',
      });
    } finally {
      await api.db.delete(releases).where(gt(releases.versionKey, versionKey('7.0.0') - 1));
    }
  });

  test('accept the release itself as the minimum', async () => {
    expect((await rules('1.4.0', { minimum: '1.4.0' })).minimum).toBe('1.4.0');
  });

  test.each(['1.4.1', '1.4', 'all'])(
    'reject the minimum %s, which the release does not satisfy',
    async (minimum) => {
      await expect(rules('1.4.0', { minimum })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    },
  );

  test('are set by operators; members get FORBIDDEN', async () => {
    const operator = (await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD)).token;
    const input = { version: '1.4.0', mandatory: true, minimum: '1.3.0' };
    const rejected = await api.call(adminRelease.require, input, { token: reader.token });
    expect(rejected.code).toBe('FORBIDDEN');
    expect((await api.call(adminRelease.require, input, { token: operator })).code).toBe('OK');
    expect((await updateOf({ version: '1.3.2' })).manifest).toMatchObject({
      minimum: '1.3.0',
      mandatory: true,
    });
    const { list } = (await api.call(adminRelease.list, undefined, { token: operator })).data;
    expect(list.find(({ product, version }) => product === 'client' && version === '1.4.0')).toMatchObject({
      mandatory: true,
      minimum: '1.3.0',
    });
    const above = await api.call(adminRelease.require, { ...input, minimum: '1.5.0' }, { token: operator });
    expect(above.error.fields).toEqual({ minimum: 'version_invalid' });
  });

  test('that a colleague saved meanwhile are not replaced unread', async () => {
    const operator = (await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD)).token;
    const before = { mandatory: false, minimum: null };
    const require = (input: InputOf<typeof adminRelease.require>) =>
      api.call(adminRelease.require, input, { token: operator });
    const first = { version: '1.4.0', mandatory: true, minimum: '1.3.0', before };
    expect((await require(first)).code).toBe('OK');
    expect((await require({ ...first, mandatory: false, minimum: null })).code).toBe('STATE_CHANGED');
    expect((await updateOf({ version: '1.3.2' })).manifest).toMatchObject({
      minimum: '1.3.0',
      mandatory: true,
    });
    const known = { mandatory: true, minimum: '1.3.0' };
    const second = { version: '1.4.0', mandatory: false, minimum: '1.3.0', before: known };
    expect((await require(second)).code).toBe('OK');
    expect(await isMandatory('1.3.2')).toBe(false);
  });

  test('return RELEASE_NOT_FOUND for an unknown and a withdrawn release, and one of another product', async () => {
    const own = await api.db.select().from(releases).where(eq(releases.product, 'private'));
    const versions = own.map(({ version }) => version).filter((version) => !/^1\.(3\.2|4\.0)$/.test(version));
    expect(versions.length).toBeGreaterThan(0);
    for (const version of ['9.9.9', '1.4.1', ...versions])
      await expect(rules(version, { mandatory: true })).rejects.toMatchObject({ code: 'RELEASE_NOT_FOUND' });
  });
});

describe('published update test vectors', () => {
  const file = new URL('../../../../../libs/api-contract/update-vectors.json', import.meta.url);
  const vectors = JSON.parse(readFileSync(file, 'utf8')) as { manifests: UpdateManifest[] };
  const licenceKeys = [
    'the second secret of the published test vectors',
    'the first secret of the published test vectors',
  ];
  const { keys } = keyring({ licenceKeys, signingKey: null });

  // A difference here is a change of the protocol, not of the file. tools/licence checks them.
  test.each(vectors.manifests.map((manifest) => [manifest.status, manifest.installed, manifest] as const))(
    'match the production signature: %s for %s',
    (_, __, manifest) => {
      const { format, key_id, signature, ...facts } = manifest;
      const key = keys.find(({ id }) => id === key_id);
      if (!key) throw new Error('a vector is signed by another key');
      expect([format, signature.length]).toEqual(['yunduo-update/1', 88]);
      expect(signManifest(key, facts)).toEqual(manifest);
    },
  );
});
