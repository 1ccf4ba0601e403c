import { createHash } from 'node:crypto';
import { adminInvite, clientDownload, type DataOf, type InputOf } from '@yunduo/api-contract';
import { DOWNLOAD_LINK_TTL, HOUR, INVITATION, type ClientPlatform } from '@yunduo/validation';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { SEED_INVITATIONS, samplePackage } from '../../seed/download.ts';
import {
  auditLog,
  consents,
  downloadClaims,
  idempotencyKeys,
  invitations,
  invitationVisits,
  protocolVersions,
  throttles,
} from '../../db/schema/index.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { newcomer, signedInAs, someIp } from '../../testing/people.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import type { Actor } from '../audit/audit.ts';
import { createInvitation, revokeInvitation, type InvitationInput } from './invitations.ts';

const DAY = 86_400_000;
const ORIGIN = 'https://yunduo.example';
const command: Actor = { userId: null, name: 'root', via: 'command' };

let api: TestApp;
let operator: string;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { ORIGIN } });
  operator = (await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD)).token;
});
afterAll(() => api.close());
afterEach(() => api.clock.set(SEED_NOW));

const invited = async (input: InvitationInput = {}): Promise<{ code: string; id: number }> => {
  const { code, row } = await createInvitation(api.app, command, input);
  return { code, id: row.id };
};
const invitationOf = async (id: number) => {
  const [row] = await api.db.select().from(invitations).where(eq(invitations.id, id));
  if (!row) throw new Error('no invitation');
  return row;
};
const usedOf = async (id: number): Promise<number> => (await invitationOf(id)).used;

interface ClaimFields {
  platform?: ClientPlatform;
  protocol_id?: string;
  protocol_version?: string;
  agree?: boolean;
}
const claim = (code: string, caller: Caller = { ip: someIp() }, input: ClaimFields = {}) =>
  api.call(
    clientDownload.claim,
    {
      invitation_code: code,
      platform: 'windows-x64',
      protocol_id: 'client-download',
      protocol_version: '1.0.0',
      agree: true,
      ...input,
    },
    caller,
  );
const pathOf = (url: string): string => url.slice(ORIGIN.length);
const claimed = async (input: ClaimFields = {}): Promise<DataOf<typeof clientDownload.claim>> =>
  (await claim((await invited()).code, { ip: someIp() }, input)).data;
const fetchFile = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.app.inject({ method, url: pathOf(url), headers });

describe('client releases', () => {
  test('[R7.16] are returned newest first, with size and SHA-256 of the stored packages', async () => {
    const { data, headers } = await api.call(clientDownload.releases, undefined);
    expect(data.list.map(({ version, current }) => [version, current])).toEqual([
      ['1.4.0', true],
      ['1.3.2', false],
    ]);
    expect(data.linux).toBe('coming');
    expect(data.protocol).toEqual({ id: 'client-download', version: '1.0.0' });
    expect(headers['cache-control']).toMatch(/^public/);
    for (const { version, platforms } of data.list) {
      expect(platforms.map(({ platform }) => platform)).toEqual(['windows-x64', 'mac-arm64', 'mac-x64']);
      for (const { platform, size, sha256, filename } of platforms) {
        const bytes = samplePackage('client', version, platform);
        expect([size, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
        expect(filename).toBe(`yunduo-${version}-${platform}.zip`);
      }
    }
  });

  test('have notes and system requirements in the requested language', async () => {
    const zh = (await api.call(clientDownload.releases, undefined, { lang: 'zh' })).data.list[0];
    const en = (await api.call(clientDownload.releases, undefined, { lang: 'en' })).data.list[0];
    expect(zh?.notes).toContain('<li>计划任务');
    expect(en?.notes).toContain('<li>Scheduled tasks');
    expect(zh?.platforms.map(({ system }) => system)).toEqual([
      'Windows 10/11（64 位）',
      'macOS（Apple 芯片）',
      'macOS（Intel 芯片）',
    ]);
    expect(en?.platforms[0]?.system).toBe('Windows 10/11 (64-bit)');
  });
});

describe('download claim', () => {
  test('[R5.11] [R3.14] returns a signed link for ten minutes and consumes one use', async () => {
    const { code, id } = await invited();
    const { status, data } = await claim(code, { ip: someIp() }, { platform: 'mac-arm64' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ expires_in: 600, version: '1.4.0', filename: 'yunduo-1.4.0-mac-arm64.zip' });
    expect(data.url).toMatch(
      /^https:\/\/yunduo\.example\/api\/client_download\/file\?link=\d+\.\d+\.[\w-]{43}&lang=zh$/,
    );
    const response = await fetchFile(data.url);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(samplePackage('client', '1.4.0', 'mac-arm64'))).toBe(true);
    expect(await usedOf(id)).toBe(1);
  });

  test.each([
    ['lower case and blanks', (code: string) => ` ${code.toLowerCase().replaceAll('-', ' ')} `],
    ['no prefix', (code: string) => code.slice(5)],
  ])('accepts a code with %s', async (_, input) => {
    const { code, id } = await invited();
    expect((await claim(input(code))).code).toBe('OK');
    expect(await usedOf(id)).toBe(1);
  });

  test('[R5.11] without consent to the current protocol returns PROTOCOL_REQUIRED and consumes no use', async () => {
    const { code, id } = await invited();
    for (const input of [
      { agree: false },
      { protocol_version: '0.9.0' },
      { protocol_id: 'user-agreement', protocol_version: '1.1.0' },
      { protocol_id: '__proto__' },
    ]) {
      const answer = await claim(code, { ip: someIp() }, input);
      expect([answer.status, answer.code]).toEqual([400, 'PROTOCOL_REQUIRED']);
      expect(answer.error.fields).toEqual({ agree: 'protocol_agree_required' });
    }
    expect(await usedOf(id)).toBe(0);
  });

  test('requires a new protocol version as soon as it is published', async () => {
    const { code } = await invited();
    const [edition] = await api.db
      .select()
      .from(protocolVersions)
      .where(and(eq(protocolVersions.slug, 'client-download'), eq(protocolVersions.version, '1.0.0')));
    if (!edition) throw new Error('no protocol');
    const version = { version: '1.1.0', publishedAt: new Date(SEED_NOW.getTime() + DAY) };
    await api.db.insert(protocolVersions).values({ ...edition, ...version });
    try {
      api.clock.advance(DAY - 1);
      expect((await claim(code, { ip: someIp() }, { protocol_version: '1.1.0' })).code).toBe(
        'PROTOCOL_REQUIRED',
      );
      api.clock.advance(1);
      expect((await claim(code)).code).toBe('PROTOCOL_REQUIRED');
      expect((await api.call(clientDownload.releases, undefined)).data.protocol?.version).toBe('1.1.0');
      expect((await claim(code, { ip: someIp() }, { protocol_version: '1.1.0' })).code).toBe('OK');
    } finally {
      await api.db.delete(downloadClaims).where(eq(downloadClaims.protocolVersion, '1.1.0'));
      await api.db
        .delete(protocolVersions)
        .where(and(eq(protocolVersions.slug, 'client-download'), eq(protocolVersions.version, '1.1.0')));
    }
  });

  test('[R8.09i] returns 404 in both languages for an unknown or mistyped invitation code', async () => {
    const { code } = await invited();
    const other = code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const input of ['HELLO', other, 'YDIN-0000-0000-0000-0000']) {
      const answer = await claim(input);
      expect([answer.status, answer.code]).toEqual([404, 'INVITATION_NOT_FOUND']);
      expect(answer.msg).toContain('邀请码不存在');
      expect(answer.error.fields).toEqual({ invitation_code: 'invitation_code_unknown' });
    }
    expect((await claim('HELLO', { ip: someIp(), lang: 'en' })).msg).toContain(
      'Invitation code does not exist',
    );
  });

  test('[R5.11] rejects an empty code at its field', async () => {
    const answer = await claim('   ');
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.error.fields).toEqual({ invitation_code: 'invitation_code_required' });
  });

  test.each([
    ['expired', SEED_INVITATIONS.expired, 'INVITATION_EXPIRED'],
    ['used up', SEED_INVITATIONS.usedUp, 'INVITATION_USED_UP'],
    ['revoked', SEED_INVITATIONS.revoked, 'INVITATION_REVOKED'],
    ['good', SEED_INVITATIONS.usable, 'OK'],
  ])('returns the expected code for a seeded invitation that is %s', async (_, code, expected) => {
    const answer = await claim(code);
    expect([answer.status, answer.code]).toEqual([expected === 'OK' ? 200 : 400, expected]);
  });

  test('succeeds until just before the expiry and returns INVITATION_EXPIRED from then on', async () => {
    const expiresAt = new Date(SEED_NOW.getTime() + DAY);
    const { code } = await invited({ uses: 5, expiresAt });
    api.clock.advance(DAY - 1);
    expect((await claim(code)).code).toBe('OK');
    api.clock.advance(1);
    expect((await claim(code)).code).toBe('INVITATION_EXPIRED');
  });

  test('rejects Linux and unknown fields', async () => {
    const { code } = await invited();
    const linux = await claim(code, { ip: someIp() }, { platform: 'linux' as ClientPlatform });
    expect([linux.status, linux.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(linux.error.fields).toEqual({ platform: 'field_invalid' });
    for (const extra of ['id', 'user_id', 'used', 'uses', 'used_by', 'expires_at', 'role', 'version']) {
      const answer = await claim(code, { ip: someIp() }, { [extra]: 1 } as ClaimFields);
      expect(answer.code).toBe('VALIDATION_FAILED');
    }
  });

  test('records user, protocol version, time and invitation', async () => {
    const { code, id } = await invited();
    const me = await newcomer(api);
    expect((await claim(code, { token: me.token })).code).toBe('OK');
    const [stored] = await api.db.select().from(downloadClaims).where(eq(downloadClaims.invitationId, id));
    expect(stored).toMatchObject({
      userId: me.user.id,
      visitor: `user:${me.user.id}`,
      protocol: 'client-download',
      protocolVersion: '1.0.0',
      agreedAt: SEED_NOW,
    });
    const mine = await api.db.select().from(consents).where(eq(consents.userId, me.user.id));
    expect(mine).toContainEqual(
      expect.objectContaining({ protocol: 'client-download', version: '1.0.0', agreedAt: SEED_NOW }),
    );
  });

  test('stores an anonymous visitor as a hash, without the IP address', async () => {
    const { code, id } = await invited();
    const ip = someIp();
    await claim(code, { ip, headers: { 'user-agent': 'Mozilla/5.0 lighthouse' } });
    const [stored] = await api.db.select().from(downloadClaims).where(eq(downloadClaims.invitationId, id));
    const [visit] = await api.db.select().from(invitationVisits).where(eq(invitationVisits.invitationId, id));
    expect(stored?.visitor).toMatch(/^[0-9a-f]{64}$/);
    expect(visit?.visitor).toBe(stored?.visitor);
    expect(stored?.userId).toBeNull();
    expect(JSON.stringify([stored, visit])).not.toContain(ip);
  });
});

describe('repeated claim by one visitor', () => {
  test('consumes no further use within 24 hours, even if none is left', async () => {
    const { code, id } = await invited();
    const caller = { ip: someIp() };
    const first = await claim(code, caller);
    api.clock.advance(DAY - 1);
    const again = await claim(code, caller, { platform: 'mac-x64' });
    expect([again.code, again.data.filename]).toEqual(['OK', 'yunduo-1.4.0-mac-x64.zip']);
    expect(again.data.url).not.toBe(first.data.url);
    expect(await usedOf(id)).toBe(1);
    api.clock.advance(1);
    expect((await claim(code, caller)).code).toBe('INVITATION_USED_UP');
  });

  test('consumes another use after 24 hours', async () => {
    const { code, id } = await invited({ uses: 2 });
    const caller = { ip: someIp() };
    await claim(code, caller);
    api.clock.advance(DAY);
    expect((await claim(code, caller)).code).toBe('OK');
    expect(await usedOf(id)).toBe(2);
  });

  test('identifies an account by its id, and an anonymous visitor by network and browser', async () => {
    const { code, id } = await invited({ uses: 10 });
    const { token } = await newcomer(api);
    const granted = async (caller: Caller): Promise<void> => {
      expect((await claim(code, caller)).code).toBe('OK');
    };
    await granted({ token, ip: someIp() });
    await granted({ token, ip: someIp() });
    expect(await usedOf(id)).toBe(1);
    const ip = someIp();
    await granted({ ip, headers: { 'user-agent': 'Firefox' } });
    await granted({ ip, headers: { 'user-agent': 'Firefox' } });
    expect(await usedOf(id)).toBe(2);
    await granted({ ip, headers: { 'user-agent': 'Edge' } });
    await granted({ ip: someIp(), headers: { 'user-agent': 'Firefox' } });
    expect(await usedOf(id)).toBe(4);
    await granted({ ip, headers: { 'user-agent': 'Edge', 'device-version': '15' } });
    expect(await usedOf(id)).toBe(5);
  });

  test('is rejected once the invitation is revoked or expired', async () => {
    const revoked = await invited({ uses: 2 });
    const over = await invited({ uses: 2, expiresAt: new Date(SEED_NOW.getTime() + 1000) });
    const caller = { ip: someIp() };
    for (const { code } of [revoked, over]) expect((await claim(code, caller)).code).toBe('OK');
    await revokeInvitation(api.app, command, revoked.id);
    api.clock.advance(1000);
    expect((await claim(revoked.code, caller)).code).toBe('INVITATION_REVOKED');
    expect((await claim(over.code, caller)).code).toBe('INVITATION_EXPIRED');
  });

  test('has its visit record deleted by the job after 24 hours', async () => {
    const { code, id } = await invited();
    await claim(code);
    const visits = () => api.db.select().from(invitationVisits).where(eq(invitationVisits.invitationId, id));
    api.clock.advance(DAY - 1);
    await api.app.jobs.runDue();
    expect(await visits()).toHaveLength(1);
    api.clock.advance(DAY);
    expect((await api.app.jobs.runDue())['invitation_visits']).toBeGreaterThan(0);
    expect(await visits()).toHaveLength(0);
  });
});

describe('invitation code guesses', () => {
  test('are throttled per IP address, then even a valid code is rejected until the window ends', async () => {
    const ip = someIp();
    const { code } = await invited({ uses: 5 });
    const [{ count, window }] = INVITATION.guesses;
    for (let guess = 0; guess < count; guess += 1) {
      expect((await claim('YDIN-0000-0000-0000-0000', { ip })).code).toBe('INVITATION_NOT_FOUND');
    }
    const rejected = await claim(code, { ip });
    expect([rejected.status, rejected.code]).toEqual([400, 'TOO_MANY_REQUESTS']);
    expect(rejected.headers['retry-after']).toBe(String(window / 1000));
    expect((await claim(code)).code).toBe('OK');
    api.clock.advance(window);
    expect((await claim(code, { ip })).code).toBe('OK');
  });

  test('are counted per IPv6 /64 network', async () => {
    for (let guess = 0; guess < INVITATION.guesses[0].count; guess += 1) {
      await claim('NONE', { ip: `2001:db8:7:7::${guess + 1}` });
    }
    expect((await claim('NONE', { ip: '2001:db8:7:7:ffff::9' })).code).toBe('TOO_MANY_REQUESTS');
    expect((await claim('NONE', { ip: '2001:db8:7:8::1' })).code).toBe('INVITATION_NOT_FOUND');
  });

  test('do not include attempts with a used-up code', async () => {
    const ip = someIp();
    for (let turn = 0; turn < INVITATION.guesses[0].count * 2; turn += 1) {
      expect((await claim(SEED_INVITATIONS.usedUp, { ip })).code).toBe('INVITATION_USED_UP');
    }
  });

  test('valid claims of one user are rate-limited, too', async () => {
    const { code } = await invited();
    const { token } = await newcomer(api);
    const [{ count }] = INVITATION.claimsOfUser;
    for (let turn = 0; turn < count; turn += 1) expect((await claim(code, { token })).code).toBe('OK');
    expect((await claim(code, { token })).code).toBe('TOO_MANY_REQUESTS');
    expect((await claim(SEED_INVITATIONS.usable)).code).toBe('OK');
    // Those of a network, by far more.
    const [ip, now] = [someIp(), api.clock.now()];
    const hits = Array<Date>(INVITATION.claims[0].count - 1).fill(now);
    await api.db.insert(throttles).values({ key: `claim:${ip}`, hits, expiresAt: api.clock.now() });
    expect((await claim(SEED_INVITATIONS.usable, { ip })).code).toBe('OK');
    expect((await claim(SEED_INVITATIONS.usable, { ip })).code).toBe('TOO_MANY_REQUESTS');
  });
});

describe('claim with an Idempotency-Key', () => {
  test('returns the same response twenty times and consumes one use', async () => {
    for (const caller of [{ token: (await newcomer(api)).token }, { ip: someIp() }]) {
      const { code, id } = await invited({ uses: 30 });
      const headers = { 'idempotency-key': `claim-${id}` };
      const answers = [];
      for (let turn = 0; turn < 20; turn += 1) answers.push(await claim(code, { ...caller, headers }));
      expect(new Set(answers.map(({ data }) => data.url)).size).toBe(1);
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(await usedOf(id)).toBe(1);
      const claims = await api.db.select().from(downloadClaims).where(eq(downloadClaims.invitationId, id));
      expect(claims).toHaveLength(1);
      const other = await claim(code, { ...caller, headers }, { platform: 'mac-x64' });
      expect([other.status, other.code]).toEqual([400, 'IDEMPOTENCY_CONFLICT']);
    }
  });

  test('is independent for another visitor', async () => {
    const { code, id } = await invited({ uses: 3 });
    const headers = { 'idempotency-key': 'the-same-for-two' };
    const one = await claim(code, { ip: someIp(), headers });
    const other = await claim(code, { ip: someIp(), headers });
    expect(one.data.url).not.toBe(other.data.url);
    expect(await usedOf(id)).toBe(2);
  });

  test('stores neither link nor code in plain text', async () => {
    const { code } = await invited();
    const headers = { 'idempotency-key': 'looked-at-in-the-table' };
    const { data } = await claim(code, { ip: someIp(), headers });
    const [row] = await api.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, headers['idempotency-key']));
    const link = new URL(data.url).searchParams.get('link') ?? 'none';
    expect(row?.answer).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(link);
    expect(JSON.stringify(row)).not.toContain(code);
  });
});

(onPostgres ? describe : describe.skip)('concurrent claims', () => {
  const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 2);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1);

  test.each(rounds)('fifty visitors, one use: exactly one succeeds (round %i)', async () => {
    const { code, id } = await invited();
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(code, { ip: someIp() })));
    const codes = answers.map((answer) => answer.code).sort();
    expect(codes).toEqual([...Array<string>(49).fill('INVITATION_USED_UP'), 'OK']);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await usedOf(id)).toBe(1);
    const claims = await api.db.select().from(downloadClaims).where(eq(downloadClaims.invitationId, id));
    expect(claims).toHaveLength(1);
  });

  test.each(rounds)('fifty visitors, twenty uses: twenty succeed (round %i)', async () => {
    const { code, id } = await invited({ uses: 20 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(code, { ip: someIp() })));
    expect(answers.filter((answer) => answer.code === 'OK')).toHaveLength(20);
    expect(answers.filter((answer) => answer.code === 'INVITATION_USED_UP')).toHaveLength(30);
    expect(await usedOf(id)).toBe(20);
  });

  test('thirty browsers behind one IP address all succeed', async () => {
    const { code, id } = await invited({ uses: 30 });
    const ip = someIp();
    const headers = (place: number) => ({ 'user-agent': `Browser ${place}` });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, place) => claim(code, { ip, headers: headers(place) })),
    );
    expect(answers.every((answer) => answer.code === 'OK')).toBe(true);
    expect(await usedOf(id)).toBe(30);
  });

  test('one visitor, twenty requests: one use is consumed', async () => {
    const { code, id } = await invited({ uses: 20 });
    const { token } = await newcomer(api);
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(code, { token, ip: someIp() })));
    expect(answers.every((answer) => answer.code === 'OK')).toBe(true);
    expect(await usedOf(id)).toBe(1);
  });
});

describe('download link', () => {
  const bytes = samplePackage('client', '1.4.0', 'windows-x64');
  let url: string;
  let etag: string;
  beforeAll(async () => {
    const data = await claimed();
    url = data.url;
    etag = `"${data.sha256}"`;
  });

  test('serves the file as an attachment with restrictive headers', async () => {
    const { statusCode, headers, rawPayload } = await fetchFile(url);
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="yunduo-1.4.0-windows-x64.zip"',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      etag,
    });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=500-', 500, bytes.length - 1],
    ['bytes=-5', bytes.length - 5, bytes.length - 1],
    ['bytes=-9999999', 0, bytes.length - 1],
    [`bytes=100-9999999`, 100, bytes.length - 1],
  ])('serves %s as partial content', async (range, start, end) => {
    const { statusCode, headers, rawPayload } = await fetchFile(url, { range });
    expect(statusCode).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(headers['content-length']).toBe(String(end - start + 1));
    expect(rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=9999999-', `bytes=${bytes.length}-`, 'bytes=-0'])('returns 416 for %s', async (range) => {
    const { statusCode, headers, body } = await fetchFile(url, { range });
    expect([statusCode, headers['content-range'], body]).toEqual([416, `bytes */${bytes.length}`, '']);
  });

  test.each(['bytes=5-2', 'bytes=a-b', 'items=0-1', 'bytes=0-1,3-4', 'bytes=-', 'bytes=0-1; x'])(
    'ignores the invalid or multiple range %s',
    async (range) => {
      const { statusCode, rawPayload } = await fetchFile(url, { range });
      expect([statusCode, rawPayload.length]).toEqual([200, bytes.length]);
    },
  );

  test('honours If-Range', async () => {
    const range = 'bytes=10-19';
    const { headers } = await fetchFile(url);
    for (const same of [etag, String(headers['last-modified'])]) {
      expect((await fetchFile(url, { range, 'if-range': same })).statusCode).toBe(206);
    }
    for (const other of ['"0000"', `W/${etag}`, 'Thu, 01 Jan 1970 00:00:00 GMT']) {
      const whole = await fetchFile(url, { range, 'if-range': other });
      expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, bytes.length]);
    }
  });

  test('a part that is demanded of other bytes is rejected with 412', async () => {
    const range = 'bytes=10-19';
    for (const same of [etag, '*', `"0000", ${etag}`])
      expect((await fetchFile(url, { range, 'if-match': same })).statusCode).toBe(206);
    for (const other of ['"0000"', `W/${etag}`]) {
      const { statusCode, body } = await fetchFile(url, { range, 'if-match': other });
      expect([statusCode, body]).toEqual([412, '']);
    }
  });

  test('answers HEAD without a body, and If-None-Match with 304', async () => {
    const head = await fetchFile(url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
    expect(head.headers['accept-ranges']).toBe('bytes');
    const known = await fetchFile(url, { 'if-none-match': etag });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  test('has a timeout of six hours instead of 20 seconds', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    try {
      await fetchFile(url);
      const limits = timers.mock.calls.map(([, delay]) => delay ?? 0);
      // The time limit of other calls must not cut off a download.
      expect(limits).not.toContain(20_000);
      expect(limits).toContain(6 * 3_600_000);
    } finally {
      timers.mockRestore();
    }
  });

  test('[R8.09h] returns 404 in both languages for an altered, foreign or missing link', async () => {
    const link = new URL(url).searchParams.get('link') ?? '';
    const [claimId, expires, signature = ''] = link.split('.');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const lastFlipped = signature.slice(0, -1) + (signature.endsWith('A') ? 'B' : 'A');
    for (const wrong of [
      `${Number(claimId) + 1}.${expires}.${signature}`,
      `${claimId}.${Number(expires) + 1}.${signature}`,
      `0${claimId}.${expires}.${signature}`,
      `${claimId}.${expires}.${flipped}`,
      `${claimId}.${expires}.${lastFlipped}`,
      `${claimId}.${expires}.`,
      `${claimId}.${expires}.${'A'.repeat(43)}`,
      'x',
      '',
    ]) {
      const zh = await fetchFile(`${ORIGIN}/api/client_download/file?link=${wrong}&lang=zh`);
      expect([zh.statusCode, zh.json<{ code: string }>().code]).toEqual([404, 'DOWNLOAD_NOT_FOUND']);
      expect(zh.json<{ msg: string }>().msg).toContain('下载链接不存在');
    }
    // A sign of the sentence around the link is no part of it.
    expect((await fetchFile(url.replace('&', '%EF%BC%8C&amp;'))).statusCode).toBe(200);
    const en = await fetchFile(`${ORIGIN}/api/client_download/file?lang=en`);
    expect(en.statusCode).toBe(404);
    expect(en.json<{ msg: string }>().msg).toContain('Download link does not exist');
  });

  test('of another installation returns DOWNLOAD_NOT_FOUND', async () => {
    const foreign = await testApp({
      seeded: true,
      env: { ORIGIN, SIGNING_KEY: 'another key, also of thirty-two characters' },
    });
    try {
      const response = await foreign.app.inject(pathOf(url));
      expect(response.json<{ code: string }>().code).toBe('DOWNLOAD_NOT_FOUND');
    } finally {
      await foreign.close();
    }
  });

  test('returns DOWNLOAD_EXPIRED after ten minutes, also for a resumed download', async () => {
    const fresh = (await claimed()).url;
    api.clock.advance(DOWNLOAD_LINK_TTL - 1);
    expect((await fetchFile(fresh, { range: 'bytes=0-9' })).statusCode).toBe(206);
    api.clock.advance(1);
    const over = await fetchFile(fresh, { range: 'bytes=10-' });
    expect([over.statusCode, over.json<{ code: string }>().code]).toEqual([400, 'DOWNLOAD_EXPIRED']);
    expect(over.json<{ msg: string }>().msg).toContain('24 小时内使用同一浏览器和网络，不会重复扣减次数');
  });

  test('redirects a browser to the download page if expired or invalid', async () => {
    const old = (await claimed()).url;
    api.clock.advance(DOWNLOAD_LINK_TTL);
    for (const [address, page] of [
      [old, '/client-download?link=gone'],
      [`${ORIGIN}/api/client_download/file?link=made-up&lang=en`, '/en/client-download?link=gone'],
    ] as const) {
      const response = await fetchFile(address, { accept: 'text/html,application/xhtml+xml' });
      expect(response.statusCode).toBe(303);
      expect(response.headers['location']).toBe(`${ORIGIN}${page}`);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  test('returns DOWNLOAD_NOT_FOUND if the file is missing from storage, or not whole', async () => {
    const data = await claimed();
    for (const stored of [null, data.size - 1]) {
      const error = jest.spyOn(api.app.files, 'size').mockResolvedValueOnce(stored);
      const response = await fetchFile(data.url);
      expect(response.json<{ code: string }>().code).toBe('DOWNLOAD_NOT_FOUND');
      error.mockRestore();
    }
  });
});

describe('invitation administration', () => {
  type NewInvitation = InputOf<typeof adminInvite.create>;
  const create = (input: NewInvitation, caller: Caller = { token: operator }) =>
    api.call(adminInvite.create, input, caller);
  const list = (query: InputOf<typeof adminInvite.list> = {}) =>
    api.call(adminInvite.list, query, { token: operator });

  test('returns 401 without a session and 403 to other roles', async () => {
    const { token } = await newcomer(api);
    for (const [caller, status] of [
      [{}, 401],
      [{ token }, 403],
    ] as const) {
      expect((await api.call(adminInvite.list, {}, caller)).status).toBe(status);
      expect((await create({}, caller)).status).toBe(status);
      expect((await api.call(adminInvite.createMany, { count: 1 }, caller)).status).toBe(status);
      expect((await api.call(adminInvite.revoke, { id: 1 }, caller)).status).toBe(status);
    }
  });

  test('returns a new code once, stores its hash, and logs its first group', async () => {
    const { data } = await create({
      uses: 3,
      note: '  给社区版主  ',
      expires_at: '2026-12-01T00:00:00.000Z',
    });
    expect(data.code).toMatch(/^YDIN(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
    expect(data.invitation).toMatchObject({
      head: data.code.slice(0, 9),
      note: '给社区版主',
      state: 'usable',
      uses: 3,
      used: 0,
      expires_at: '2026-12-01T00:00:00.000Z',
      revoked_at: null,
    });
    const listed = (await list()).data.list;
    expect(listed[0]).toEqual(data.invitation);
    const rows = JSON.stringify(await invitationOf(data.invitation.id));
    const log = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `invitation:${data.invitation.id}`));
    expect(log).toEqual([
      expect.objectContaining({
        action: 'invitation.create',
        actor: 'operator@yunduo.test',
        details: {
          head: data.code.slice(0, 9),
          uses: 3,
          expires_at: '2026-12-01T00:00:00.000Z',
          note: '给社区版主',
        },
      }),
    ]);
    for (const text of [JSON.stringify(listed), rows, JSON.stringify(log)])
      expect(text).not.toContain(data.code);
    expect((await claim(data.code)).code).toBe('OK');
  });

  test('defaults to one use and 90 days; null means no expiry', async () => {
    const { data } = await create({});
    expect(data.invitation).toMatchObject({
      uses: 1,
      note: '',
      expires_at: new Date(SEED_NOW.getTime() + 90 * DAY).toISOString(),
    });
    for (const expires_at of [null, new Date(SEED_NOW.getTime() + INVITATION.aheadMax).toISOString()])
      expect((await create({ expires_at })).data.invitation.expires_at).toBe(expires_at);
  });

  test.each([
    [{ uses: 0 }, { uses: 'invitation_uses_invalid' }],
    [{ uses: 10_001 }, { uses: 'invitation_uses_invalid' }],
    [{ expires_at: SEED_NOW.toISOString() }, { expires_at: 'invitation_expiry_invalid' }],
    [
      { expires_at: new Date(SEED_NOW.getTime() + INVITATION.aheadMax + 1).toISOString() },
      { expires_at: 'invitation_expiry_invalid' },
    ],
    [{ expires_at: 'tomorrow' }, { expires_at: 'field_invalid' }],
    [{ note: '字'.repeat(201) }, { note: 'invitation_note_length' }],
  ])('rejects %j at its field', async (input, fields) => {
    const answer = await create(input);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.error.fields).toEqual(fields);
  });

  test('creates several invitations with distinct codes, all or none', async () => {
    const make = (count: number, note = 'fair') =>
      api.call(adminInvite.createMany, { count, uses: 2, note }, { token: operator });
    const { data } = await make(3);
    expect(new Set(data.list.map(({ code }) => code)).size).toBe(3);
    expect(data.list.map(({ invitation }) => [invitation.uses, invitation.note])).toEqual(
      Array.from({ length: 3 }, () => [2, 'fair']),
    );
    for (const { code } of data.list) expect((await claim(code)).code).toBe('OK');
    const before = (await list()).data.total;
    expect((await make(3, '字'.repeat(201))).error.fields).toEqual({ note: 'invitation_note_length' });
    for (const count of [0, 101])
      expect((await make(count)).error.fields).toEqual({ count: 'field_invalid' });
    expect((await list()).data.total).toBe(before);
  });

  test('returns the same invitation for the same Idempotency-Key', async () => {
    const caller = { token: operator, headers: { 'idempotency-key': 'one-invitation-please' } };
    const first = await create({ note: 'once' }, caller);
    const again = await create({ note: 'once' }, caller);
    expect(again.data).toEqual(first.data);
    expect((await create({ note: 'other' }, caller)).code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await list()).data.list.filter(({ note }) => note === 'once')).toHaveLength(1);
  });

  test('revokes idempotently, and returns 404 for an unknown id', async () => {
    const { code, id } = await invited({ uses: 5 });
    const revoke = (which: number) => api.call(adminInvite.revoke, { id: which }, { token: operator });
    expect((await revoke(id)).data).toMatchObject({
      id,
      state: 'revoked',
      revoked_at: SEED_NOW.toISOString(),
    });
    api.clock.advance(1000);
    expect((await revoke(id)).data.revoked_at).toBe(SEED_NOW.toISOString());
    expect((await claim(code)).code).toBe('INVITATION_REVOKED');
    expect([(await revoke(999_999)).status, (await revoke(999_999)).code]).toEqual([
      404,
      'INVITATION_NOT_FOUND',
    ]);
    const log = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `invitation:${id}`))
      .orderBy(auditLog.id);
    expect(log.map(({ action }) => action)).toEqual(['invitation.create', 'invitation.revoke']);
    expect(log[1]?.details).toEqual({ head: code.slice(0, 9), used: 0 });
  });

  test('filters by state and paginates', async () => {
    // All of them are used up; some expired then, were revoked, or both.
    const ended: { code: string; id: number }[] = [];
    for (const hours of [1, 1, 48])
      ended.push(await invited({ expiresAt: after(api.clock.now(), hours * HOUR) }));
    for (const { code } of ended) expect((await claim(code)).code).toBe('OK');
    for (const { id } of ended.slice(1)) await api.call(adminInvite.revoke, { id }, { token: operator });
    api.clock.advance(HOUR);
    for (const [state, note] of [
      ['expired', '十月线下活动'],
      ['used_up', '发给第一位内测用户'],
      ['revoked', '误发到公开群，已停用'],
      ['usable', '试用环境，大家共用'],
    ] as const) {
      const { data } = await list({ state, page_size: 100 });
      expect(data.list.every((invitation) => invitation.state === state)).toBe(true);
      expect(data.list.map((invitation) => invitation.note)).toContain(note);
      expect(data.total).toBe(data.list.length);
    }
    const whole = (await list({ page_size: 100 })).data;
    const second = (await list({ page: 2, page_size: 3 })).data;
    expect(second).toMatchObject({ page: 2, page_size: 3, total: whole.total });
    expect(second.list).toEqual(whole.list.slice(3, 6));
  });
});
