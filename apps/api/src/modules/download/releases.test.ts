import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ReadStream } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { adminRelease, clientDownload, privateDeploy, site } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { SEED_INVITATIONS } from '../../seed/download.ts';
import { tarGz, zip } from '../../seed/download-archives.ts';
import { artefacts, auditLog } from '../../db/schema/index.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { newcomer, signedInAs, someIp } from '../../testing/people.ts';
import { publishRelease, withdrawRelease, withPackages } from './releases.ts';

const ORIGIN = 'https://yunduo.example';
const archive = zip([{ name: 'README.txt', text: 'a package for a test' }]);
const image = Buffer.concat([Buffer.alloc(4096, 7), Buffer.from('koly'), Buffer.alloc(508)]);
const tape = tarGz([{ name: 'install', text: 'exit 0\n' }]);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let api: TestApp;
let operator: Caller;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { ORIGIN } });
  operator = { token: (await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD)).token };
});
afterAll(() => api.close());

type Parts = Record<string, string | Buffer>;
const client = (version: string): Parts => ({
  product: 'client',
  version,
  notes_zh: '- 修复若干问题',
  notes_en: '- Several fixes',
  'windows-x64': archive,
  'mac-x64': image,
  'mac-arm64': image,
});
const own = (version: string): Parts => ({
  product: 'private',
  version,
  notes_zh: '新版本',
  notes_en: 'A new version',
  image: 'registry.example.com:5000/yunduo/private',
  digest: `sha256:${'0'.repeat(64)}`,
  x86_64: tape,
});
function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value], { type: 'text/html' }), `../../${name}.html`);
  }
  return form;
}
const publish = (parts: Parts, caller = operator) =>
  api.call(adminRelease.publish, formOf(parts) as never, caller);
const withdraw = (version: string, product: 'client' | 'private' = 'client', reason = '启动失败') =>
  api.call(adminRelease.withdraw, { product, version, reason }, operator);
const offered = async () => (await api.call(clientDownload.releases, undefined)).data.list;
async function stored(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of api.app.files.list('private/releases')) names.push(name);
  return names.sort();
}
const claim = async (): Promise<string> => {
  const { data } = await api.call(
    clientDownload.claim,
    {
      invitation_code: SEED_INVITATIONS.usable,
      platform: 'windows-x64',
      protocol_id: 'client-download',
      protocol_version: '1.0.0',
      agree: true,
    },
    { ip: someIp() },
  );
  return data.url.slice(ORIGIN.length);
};

test('release list shows operators files, notes and the reason of a withdrawal', async () => {
  const listed = async (version: string) =>
    (await api.call(adminRelease.list, undefined, operator)).data.list.find((one) => one.version === version);
  const { data } = await publish(own('1.0.77'));
  expect(await listed('1.0.77')).toEqual({
    ...data,
    withdrawn_at: null,
    reason: null,
    mandatory: false,
    minimum: null,
    notes: { zh: '新版本', en: 'A new version' },
    image: 'registry.example.com:5000/yunduo/private',
    digest: `sha256:${'0'.repeat(64)}`,
  });
  await withdraw('1.0.77', 'private', '装不上');
  expect(await listed('1.0.77')).toMatchObject({ withdrawn_at: expect.any(String), reason: '装不上' });
  // The highest version of each product first.
  const { list } = (await api.call(adminRelease.list, undefined, operator)).data;
  for (const product of ['client', 'private'] as const) {
    const keys = list
      .filter((one) => one.product === product)
      .map(({ version }) => version.split('.').reduce((key, part) => key * 1_000 + Number(part), 0));
    expect(keys).toEqual(keys.toSorted((one, other) => other - one));
  }
});

describe('publishing a release', () => {
  test('offers the client at once, with size and SHA-256 of the stored packages', async () => {
    const revision = (await api.call(site.info, undefined)).data.content_revision;
    const answer = await publish(client('1.10.0'));
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ product: 'client', version: '1.10.0' });
    expect(answer.data.artefacts).toEqual([
      expect.objectContaining({
        target: 'windows-x64',
        filename: 'yunduo-1.10.0-windows-x64.zip',
        size: archive.length,
        sha256: sha256(archive),
      }),
      expect.objectContaining({
        target: 'mac-x64',
        filename: 'yunduo-1.10.0-mac-x64.dmg',
        sha256: sha256(image),
      }),
      expect.objectContaining({ target: 'mac-arm64', filename: 'yunduo-1.10.0-mac-arm64.dmg' }),
    ]);
    // 1.10.0 sorts above 1.4.0.
    expect((await offered()).map(({ version }) => version)).toEqual(['1.10.0', '1.4.0', '1.3.2']);
    expect((await api.app.inject(await claim())).rawPayload.equals(archive)).toBe(true);
    expect((await api.call(site.info, undefined)).data.content_revision).toBe(revision + 1);
    const [log] = await api.db.select().from(auditLog).where(eq(auditLog.target, 'release:client:1.10.0'));
    expect(log).toMatchObject({ action: 'release.publish', actor: 'operator@yunduo.test', via: 'api' });
    const facts = answer.data.artefacts.map(({ target, size, sha256: sum }) => ({
      target,
      size,
      sha256: sum,
    }));
    expect(log?.details).toEqual({ artefacts: facts });
  });

  test('offers a private deployment with image, digest and its architectures', async () => {
    expect((await publish(own('2.0.0'))).status).toBe(200);
    const { data } = await api.call(privateDeploy.detail, {});
    expect(data).toMatchObject({
      version: '2.0.0',
      current: true,
      image: 'registry.example.com:5000/yunduo/private',
      digest: `sha256:${'0'.repeat(64)}`,
    });
    expect(data.items.map(({ arch, sha256: sum }) => [arch, sum])).toEqual([['x86_64', sha256(tape)]]);
    const [log] = await api.db.select().from(auditLog).where(eq(auditLog.target, 'release:private:2.0.0'));
    expect(log?.details).toMatchObject({ image: data.image, digest: data.digest });
  });

  test('stores packages outside the public uploads', async () => {
    const [row] = await api.db.select().from(artefacts).limit(1);
    expect(row?.file).toMatch(/^private\/releases\/[0-9a-f]{32}\.bin$/);
    expect((await api.app.inject(`/uploads/${row?.file}`)).statusCode).toBe(404);
  });

  const without = (parts: Parts, name: string): Parts =>
    Object.fromEntries(Object.entries(parts).filter(([key]) => key !== name));
  const fresh = client('3.0.0');
  test.each([
    ['a taken version', client('1.4.0'), 'RELEASE_TAKEN', undefined],
    ['a withdrawn version', client('1.4.1'), 'RELEASE_TAKEN', undefined],
    ['a version with a leading zero', client('01.4.0'), 'VALIDATION_FAILED', { version: 'version_invalid' }],
    [
      'a missing platform',
      without(fresh, 'mac-arm64'),
      'RELEASE_INCOMPLETE',
      { 'mac-arm64': 'artefact_required' },
    ],
    [
      'no package at all',
      without(own('3.0.0'), 'x86_64'),
      'RELEASE_INCOMPLETE',
      { x86_64: 'artefact_required', arm64: 'artefact_required' },
    ],
    [
      'an empty package',
      { ...fresh, 'mac-x64': Buffer.alloc(0) },
      'RELEASE_INCOMPLETE',
      { 'mac-x64': 'artefact_required' },
    ],
    [
      'a package of another product',
      { ...own('3.0.0'), 'mac-x64': image },
      'RELEASE_INCOMPLETE',
      { 'mac-x64': 'field_invalid' },
    ],
    [
      'a script',
      { ...fresh, 'windows-x64': Buffer.from('#!/bin/sh') },
      'ARTEFACT_TYPE',
      { 'windows-x64': 'artefact_type' },
    ],
    [
      'a disk image for Windows',
      { ...fresh, 'windows-x64': image },
      'ARTEFACT_TYPE',
      { 'windows-x64': 'artefact_type' },
    ],
    [
      'a zip for a server',
      { ...own('3.0.0'), x86_64: archive },
      'ARTEFACT_TYPE',
      { x86_64: 'artefact_type' },
    ],
    [
      'an unknown product',
      { ...fresh, product: 'server' },
      'VALIDATION_FAILED',
      { product: 'field_invalid' },
    ],
    [
      'a version of two parts',
      { ...fresh, version: '3.0' },
      'VALIDATION_FAILED',
      { version: 'version_invalid' },
    ],
    [
      'notes in one language',
      { ...fresh, notes_en: ' ' },
      'VALIDATION_FAILED',
      { notes_en: 'release_notes_required' },
    ],
    [
      'notes that show nothing',
      { ...fresh, notes_en: '#' },
      'VALIDATION_FAILED',
      { notes_en: 'release_notes_required' },
    ],
    [
      'notes that are too long',
      { ...fresh, notes_zh: '字'.repeat(5001) },
      'VALIDATION_FAILED',
      { notes_zh: 'release_notes_length' },
    ],
    [
      'notes far too long to be read',
      { ...fresh, notes_zh: '字'.repeat(7000) },
      'VALIDATION_FAILED',
      { notes_zh: 'field_invalid' },
    ],
    [
      'an image with a tag',
      { ...own('3.0.0'), image: 'example.com/a/b:latest' },
      'VALIDATION_FAILED',
      { image: 'image_name_invalid' },
    ],
    [
      'an image name with a shell command',
      { ...own('3.0.0'), image: 'a/b; rm -rf /' },
      'VALIDATION_FAILED',
      { image: 'image_name_invalid' },
    ],
    [
      'an invalid digest',
      { ...own('3.0.0'), digest: 'sha256:1' },
      'VALIDATION_FAILED',
      { digest: 'image_digest_invalid' },
    ],
    [
      'notes with a NUL character',
      { ...fresh, notes_zh: 'a\0b' },
      'VALIDATION_FAILED',
      { notes_zh: 'field_invalid' },
    ],
    ['an unknown part', { ...fresh, linux: archive }, 'VALIDATION_FAILED', { linux: 'field_invalid' }],
    ['an unknown field', { ...fresh, sha256: 'f' }, 'VALIDATION_FAILED', { sha256: 'field_invalid' }],
  ] as [string, Parts, string, Record<string, string> | undefined][])(
    'rejects %s and stores nothing',
    async (_, parts, code, fields) => {
      const before = await stored();
      const versions = (await offered()).map(({ version }) => version);
      const answer = await publish(parts);
      expect([answer.status, answer.code, answer.error.fields]).toEqual([400, code, fields]);
      expect(await stored()).toEqual(before);
      expect((await offered()).map(({ version }) => version)).toEqual(versions);
    },
  );

  test('rejects a truncated body, a platform sent twice, and one that is not multipart', async () => {
    const before = await stored();
    const twice = formOf(client('3.0.0'));
    twice.append('mac-x64', new Blob([image]), 'again.dmg');
    expect(await api.call(adminRelease.publish, twice as never, operator)).toMatchObject({
      code: 'RELEASE_INCOMPLETE',
      error: { fields: { 'mac-x64': 'field_invalid' } },
    });
    const whole = new Response(formOf(client('3.0.0')));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const send = (payload: Buffer, type: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/admin_release/publish',
        headers: { authorization: `Bearer ${operator.token}`, 'content-type': type },
        payload,
      });
    const half = await send(bytes.subarray(0, bytes.length - 900), whole.headers.get('content-type') ?? '');
    expect([half.statusCode, half.json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST']);
    const json = await send(Buffer.from('{}'), 'application/json');
    expect([json.statusCode, json.json<{ code: string }>().code]).toEqual([400, 'FILE_REQUIRED']);
    for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(300)}`]) {
      const unbounded = await send(bytes, type);
      expect([unbounded.statusCode, unbounded.json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST']);
    }
    const nameless = await send(
      Buffer.from('--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n'),
      'multipart/form-data; boundary=x',
    );
    expect([nameless.statusCode, nameless.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await stored()).toEqual(before);
  });

  test('returns 401 without a session and 403 to members', async () => {
    const { token } = await newcomer(api);
    const before = await stored();
    expect((await publish(client('3.0.0'), {})).status).toBe(401);
    expect((await publish(client('3.0.0'), { token })).status).toBe(403);
    const input = { product: 'client', version: '1.4.0', reason: 'x' } as const;
    expect((await api.call(adminRelease.list, undefined, { token })).status).toBe(403);
    expect((await api.call(adminRelease.withdraw, input, {})).status).toBe(401);
    expect((await api.call(adminRelease.withdraw, input, { token })).status).toBe(403);
    expect(await stored()).toEqual(before);
  });
});

describe('withdrawing a release', () => {
  test('removes it, invalidates open links and makes the previous release current', async () => {
    expect((await publish(client('4.0.0'))).status).toBe(200);
    const link = await claim();
    expect((await api.app.inject(link)).statusCode).toBe(200);
    const revision = (await api.call(site.info, undefined)).data.content_revision;
    expect((await withdraw('4.0.0')).status).toBe(200);
    expect((await api.call(site.info, undefined)).data.content_revision).toBe(revision + 1);
    expect((await offered()).some(({ version }) => version === '4.0.0')).toBe(false);
    expect((await offered())[0]).toMatchObject({ current: true });
    const over = await api.app.inject(link);
    expect([over.statusCode, over.json<{ code: string }>().code]).toEqual([404, 'DOWNLOAD_NOT_FOUND']);
    const log = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, 'release:client:4.0.0'))
      .orderBy(auditLog.id);
    expect(log.map(({ action, details }) => [action, details['reason']])).toEqual([
      ['release.publish', undefined],
      ['release.withdraw', '启动失败'],
    ]);
  });

  test('returns 404 for a release that is not offered, and requires a reason of limited length', async () => {
    for (const version of ['1.4.1', '9.9.9', 'x']) {
      const answer = await withdraw(version);
      expect([answer.status, answer.code]).toEqual([404, 'RELEASE_NOT_FOUND']);
    }
    expect((await withdraw('1.4.0', 'client', ' ')).error.fields).toEqual({
      reason: 'withdraw_reason_required',
    });
    expect((await withdraw('1.4.0', 'client', '字'.repeat(501))).error.fields).toEqual({
      reason: 'withdraw_reason_length',
    });
  });

  test('makes claims return DOWNLOAD_NOT_FOUND if it was the last one', async () => {
    const empty = await testApp({ seeded: true, env: { ORIGIN } });
    try {
      for (const version of ['1.4.0', '1.3.2']) {
        const actor = { userId: null, name: 'root', via: 'command' } as const;
        await withdrawRelease(empty.app, actor, { product: 'client', version, reason: 'over' });
      }
      const { data } = await empty.call(clientDownload.releases, undefined);
      expect([data.list, data.linux]).toEqual([[], 'coming']);
      const input = {
        invitation_code: SEED_INVITATIONS.usable,
        platform: 'mac-x64',
        protocol_id: 'client-download',
        protocol_version: '1.0.0',
        agree: true,
      } as const;
      const answer = await empty.call(clientDownload.claim, input, { ip: someIp() });
      expect([answer.status, answer.code]).toEqual([404, 'DOWNLOAD_NOT_FOUND']);
    } finally {
      await empty.close();
    }
  });
});

describe('large file download', () => {
  const SIZE = 48 * 1024 * 1024;
  const MEGABYTE = Buffer.alloc(1024 * 1024, 'yunduo');
  let port: number;
  let link: string;
  const opened: ReadStream[] = [];

  beforeAll(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    port = (api.app.server.address() as AddressInfo).port;
    const notes = { notes_zh: '大文件', notes_en: 'Large files' };
    await withPackages(api.app.files, async (store, packages) => {
      const chunks = () => Readable.from([archive, ...Array<Buffer>(SIZE / MEGABYTE.length).fill(MEGABYTE)]);
      for (const target of ['windows-x64', 'mac-x64', 'mac-arm64']) await store(target, chunks());
      const actor = { userId: null, name: 'root', via: 'command' } as const;
      return publishRelease(api.app, actor, { product: 'client', version: '5.0.0', ...notes }, packages);
    });
    link = await claim();
    const read = api.app.files.read;
    jest.spyOn(api.app.files, 'read').mockImplementation((name, range) => {
      const stream = read(name, range) as ReadStream;
      opened.push(stream);
      return stream;
    });
  });
  afterAll(() => void jest.restoreAllMocks());

  test('arrives complete over a real connection', async () => {
    const response = await fetch(`http://127.0.0.1:${port}${link}`);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of response.body ?? []) {
      hash.update(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
    }
    expect(size).toBe(SIZE + archive.length);
    expect(response.headers.get('etag')).toBe(`"${hash.digest('hex')}"`);
  });

  test('can be resumed by range', async () => {
    const half = SIZE / 2;
    const hash = createHash('sha256');
    for (const range of [`bytes=0-${half - 1}`, `bytes=${half}-`]) {
      const response = await fetch(`http://127.0.0.1:${port}${link}`, { headers: { range } });
      expect(response.status).toBe(206);
      for await (const chunk of response.body ?? []) hash.update(chunk as Uint8Array);
    }
    const whole = (await offered())[0]?.platforms[0]?.sha256;
    expect(hash.digest('hex')).toBe(whole);
  });

  test('closes the file stream when the client disconnects', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${link} HTTP/1.1\r\nHost: yunduo.example\r\n\r\n`);
    await once(socket, 'data');
    const stream = opened.at(-1);
    socket.destroy();
    if (stream && !stream.closed) await once(stream, 'close');
    expect(stream?.destroyed).toBe(true);
    expect(stream?.bytesRead).toBeGreaterThan(0);
    expect(stream?.bytesRead).toBeLessThan(SIZE / 2);
  });

  test('opens no file stream for HEAD, 304, 416 and an invalid link', async () => {
    const before = opened.length;
    const etag = String((await api.app.inject({ method: 'HEAD', url: link })).headers['etag']);
    await api.app.inject({ url: link, headers: { 'if-none-match': etag } });
    await api.app.inject({ url: link, headers: { range: `bytes=${SIZE * 2}-` } });
    await api.app.inject(`${link.slice(0, 40)}x`);
    expect(opened.length).toBe(before);
  });
});
