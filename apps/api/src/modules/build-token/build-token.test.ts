import { adminUser, devApp, devCenter, devToken, userAuth, userInfo } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEV_TOKEN, TOKEN_SCOPES, type TokenScope } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { withTransaction } from '../../context.ts';
import { apps, devTokens, emailUndos, securityEvents, users } from '../../db/schema/index.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { GIT_COMMIT, PACKAGE_SHA256 } from '../../testing/dev-apps.ts';
import { onPostgres } from '../../testing/environment.ts';
import { codeFor, newcomer, PASSWORD, signedInAs, someIp } from '../../testing/people.ts';
import { person } from '../../testing/reviews.ts';
import { hashToken, newToken } from '../codes/tokens.ts';
import { announceExpiringTokens } from './mails.ts';

const DAY = 86_400_000;
let api: TestApp;
let other: Bystander;
let itsRows: Awaited<ReturnType<Bystander['rows']>>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  other = await bystander(api);
  itsRows = await other.rows();
});
afterAll(() => api.close());

/** A read call of developer@'s tokens with `app:read`. */
const probe = async (token: string) =>
  api.call(devApp.stats, { id: await appIdOf('port-patrol') }, { token });

const as = async (email: string): Promise<Caller> => ({
  token: (await signedInAs(api, email, SEED_PASSWORD)).token,
});
const developer = () => as('developer@yunduo.test');
const request = { name: '每晚构建', scopes: ['app:read'] as TokenScope[], expires_in_days: 30 };

async function tokenWith(
  caller: Caller,
  scopes: readonly TokenScope[] = TOKEN_SCOPES,
  more: { app_id?: number; expires_in_days?: number } = {},
) {
  const answer = await api.call(devToken.create, { ...request, scopes: [...scopes], ...more }, caller);
  expect(answer.code).toBe('OK');
  return answer.data;
}
/** A new developer account. */
async function someDeveloper(): Promise<{ caller: Caller; email: string; id: number }> {
  const { token, email, user } = await newcomer(api);
  expect((await api.call(devCenter.join, { agree: true }, { token })).code).toBe('OK');
  return { caller: { token }, email, id: user.id };
}
const appIdOf = async (key: string): Promise<number> => {
  const [row] = await api.db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, key));
  return row?.id ?? 0;
};

describe('build token', () => {
  test('is returned once, with prefix and checksum, and stored as a hash', async () => {
    const caller = await developer();
    const { token, item } = await tokenWith(caller, ['version:submit', 'app:write']);
    expect(token).toMatch(/^ydb_[\w-]{43}[0-9a-z]{7}$/);
    expect(item).toMatchObject({
      name: '每晚构建',
      // In vocabulary order, whatever the order of the request.
      scopes: ['app:write', 'version:submit'],
      hint: token.slice(0, 8),
      app: null,
      state: 'live',
      last_used_at: null,
      expires_at: new Date(api.clock.now().getTime() + 30 * DAY).toISOString(),
    });
    const [stored] = await api.db.select().from(devTokens).where(eq(devTokens.id, item.id));
    expect(stored?.tokenHash).toBe(hashToken(token));
    expect(JSON.stringify(stored)).not.toContain(token);
    const list = await api.call(devToken.list, undefined, caller);
    expect(JSON.stringify(list.data)).not.toContain(token);
    expect(list.data).toMatchObject({ limit: DEV_TOKEN.live });
    expect(list.data.list[0]).toEqual(item);
  });

  test.each([
    ['no name', { name: ' ' }, 'name', 'token_name_required'],
    ['a name of 41 characters', { name: '名'.repeat(41) }, 'name', 'token_name_length'],
    ['a name with a tab', { name: 'build\tserver' }, 'name', 'one_line_characters'],
    ['no scope', { scopes: [] }, 'scopes', 'token_scopes_required'],
    ['zero days', { expires_in_days: 0 }, 'expires_in_days', 'token_expiry_invalid'],
    ['366 days', { expires_in_days: 366 }, 'expires_in_days', 'token_expiry_invalid'],
    ['an unknown scope', { scopes: ['admin' as TokenScope] }, 'scopes', 'field_invalid'],
  ])('is rejected at the field with %s', async (_, part, field, message) => {
    const answer = await api.call(devToken.create, { ...request, ...part }, await developer());
    expect([answer.status, answer.code, answer.error.fields?.[field]]).toEqual([
      400,
      'VALIDATION_FAILED',
      message,
    ]);
  });

  test('accepts 365 days, a name of 40 characters and one app', async () => {
    const id = await appIdOf('port-patrol');
    const name = '名'.repeat(40);
    const input = { ...request, name, expires_in_days: 365, app_id: id };
    const answer = await api.call(devToken.create, input, { ...(await developer()), lang: 'en' });
    expect(answer.data.item).toMatchObject({ name, app: { id, name: 'Port Patrol' } });
  });

  test('shows the app’s only name when the other language has none, and its ID when neither has', async () => {
    const { caller } = await someDeveloper();
    const made = await api.call(devApp.save, { name: { zh: '只有中文名', en: '' } }, caller);
    const { item } = await tokenWith(caller, ['app:read'], { app_id: made.data.id });
    const named = { id: made.data.id, name: '只有中文名' };
    expect(item.app).toEqual(named);
    const { data } = await api.call(devToken.list, undefined, { ...caller, lang: 'en' });
    expect(data.list.map(({ app }) => app)).toEqual([named]);
    const { id, revision, app_key } = made.data;
    await api.call(devApp.save, { id, revision, name: { zh: '', en: '' } }, caller);
    const { data: unnamed } = await api.call(devToken.list, undefined, caller);
    expect(unnamed.list.map(({ app }) => app?.name)).toEqual([app_key]);
  });

  test('is listed newest first', async () => {
    const { caller } = await someDeveloper();
    const older = await tokenWith(caller);
    api.clock.advance(1000);
    const newer = await tokenWith(caller);
    const { data } = await api.call(devToken.list, undefined, caller);
    expect(data.list.map(({ id }) => id)).toEqual([newer.item.id, older.item.id]);
  });

  test('stays in the list while it is live, after a hundred newer ones have ended', async () => {
    const { caller, id: userId } = await someDeveloper();
    const { item } = await tokenWith(caller, ['app:read'], { expires_in_days: 365 });
    const createdAt = new Date(api.clock.now().getTime() + 1000);
    const ended = (number: number) => ({
      userId,
      name: `每晚构建 ${number}`,
      scopes: ['app:read' as const],
      tokenHash: hashToken(newToken('build')),
      hint: 'ydb_abcd',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + DAY),
      revokedAt: createdAt,
    });
    await api.db.insert(devTokens).values(Array.from({ length: 100 }, (_, number) => ended(number)));
    const { list } = (await api.call(devToken.list, undefined, caller)).data;
    expect(list).toHaveLength(100);
    expect(list.at(-1)).toMatchObject({ id: item.id, state: 'live' });
  });

  test('returns APP_NOT_FOUND for another user’s app and an unknown one', async () => {
    const caller = await developer();
    for (const app_id of [await appIdOf('adminer'), 999_999]) {
      const answer = await api.call(devToken.create, { ...request, app_id }, caller);
      expect([answer.status, answer.code]).toEqual([404, 'APP_NOT_FOUND']);
    }
  });

  test('requires a session and the developer role', async () => {
    expect((await api.call(devToken.create, request)).status).toBe(401);
    for (const call of [devToken.list, devToken.create, devToken.revoke] as const) {
      const input = call === devToken.create ? request : call === devToken.revoke ? { id: 1 } : undefined;
      expect((await api.call(call, input as never, await as('user@yunduo.test'))).code).toBe('FORBIDDEN');
    }
  });

  test('returns TOKEN_LIMIT beyond twenty live tokens, until one is revoked or has expired', async () => {
    const caller = await as('newcomer@yunduo.test');
    let answer = await api.call(devToken.create, request, caller);
    for (let made = 1; made < DEV_TOKEN.live; made += 1)
      answer = await api.call(devToken.create, request, caller);
    expect(answer.code).toBe('OK');
    const over = await api.call(devToken.create, request, caller);
    expect([over.status, over.code, over.msg]).toEqual([400, 'TOKEN_LIMIT', expect.stringContaining('20')]);
    await api.call(devToken.revoke, { id: answer.data.item.id }, caller);
    const { code, data } = await api.call(devToken.create, request, caller);
    expect(code).toBe('OK');
    const created = eq(devTokens.id, data.item.id);
    await api.db.update(devTokens).set({ expiresAt: api.clock.now() }).where(created);
    expect((await api.call(devToken.create, request, caller)).code).toBe('OK');
  });

  (onPostgres ? test : test.skip)(
    'stays within twenty live tokens for thirty concurrent requests',
    async () => {
      const [owner] = await api.db.select().from(users).where(eq(users.email, 'lighthouse@yunduo.test'));
      const caller = await as('lighthouse@yunduo.test');
      const mine = eq(devTokens.userId, owner?.id ?? 0);
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => api.call(devToken.create, request, caller)),
      );
      // All wait for one row, ten of them for a connection first: on a busy machine that exceeds the time limit, and the
      // last ones are refused. There are never more than twenty.
      const codes = new Set(answers.map(({ code }) => code));
      expect(['OK', 'TOKEN_LIMIT', 'UNAVAILABLE']).toEqual(expect.arrayContaining([...codes]));
      expect(await api.db.$count(devTokens, mine)).toBeLessThanOrEqual(DEV_TOKEN.live);
      // Past the hourly limit.
      api.clock.advance(DAY);
      let last = await api.call(devToken.create, request, caller);
      for (let more = 0; last.code === 'OK' && more < DEV_TOKEN.live; more += 1)
        last = await api.call(devToken.create, request, caller);
      expect(last.code).toBe('TOKEN_LIMIT');
      expect(await api.db.$count(devTokens, mine)).toBe(DEV_TOKEN.live);
      await api.db.delete(devTokens).where(mine);
    },
  );
});

describe('requests with a token', () => {
  test('read the owner’s apps', async () => {
    const caller = await developer();
    const { token } = await tokenWith(caller, ['app:read']);
    const answer = await probe(token);
    expect(answer.code).toBe('OK');
    expect(answer.data).toEqual((await probe(caller.token ?? '')).data);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('without the required scope return 403 TOKEN_SCOPE_MISSING naming the scope', async () => {
    const { token } = await tokenWith(await developer(), ['app:write']);
    const answer = await probe(token);
    expect([answer.status, answer.code]).toEqual([403, 'TOKEN_SCOPE_MISSING']);
    expect(answer.msg).toContain('app:read');
    expect(answer.error).toEqual({ scope: 'app:read' });
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="app:read"');
  });

  test('return 429 with retry headers at the rate limit; the owner’s session gets 400', async () => {
    const caller = await developer();
    const { token } = await tokenWith(caller, ['app:write']);
    const saving = (bearer: string | undefined) =>
      api.call(devApp.save, { id: 1, revision: 0 }, { token: bearer ?? '' });
    let rejected = await saving(token);
    for (let turn = 0; rejected.code !== 'TOO_MANY_REQUESTS' && turn < 1_000; turn += 1)
      rejected = await saving(token);
    const seconds = rejected.error.retry_after ?? 0;
    expect(seconds).toBeGreaterThan(0);
    expect([rejected.status, rejected.headers['retry-after'], rejected.headers['ratelimit']]).toEqual([
      429,
      String(seconds),
      `"default";r=0;t=${seconds}`,
    ]);
    const owner = await saving(caller.token);
    expect([owner.status, owner.code, owner.headers['ratelimit']]).toEqual([
      400,
      'TOO_MANY_REQUESTS',
      undefined,
    ]);
    // Later tests start with a fresh limit.
    api.clock.advance(DAY);
  });

  test('return 403 for every non-public endpoint without a token scope', async () => {
    const { token } = await tokenWith(await developer());
    const paths = api.app.swagger().paths as Record<string, Record<string, Record<string, unknown>>>;
    const calls = Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, about]) => ({ url, method, about })),
    );
    const closed = calls.filter(({ about }) => about['x-access'] !== 'public' && !about['x-token-scope']);
    expect(closed.length).toBeGreaterThan(20);
    for (const { url, method } of closed) {
      const answer = await api.app.inject({
        method: method.toUpperCase() as 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'post' && { payload: {} }),
      });
      expect([method, url, answer.statusCode, answer.json<{ data: unknown }>().data]).toEqual([
        method,
        url,
        403,
        { scope: null },
      ]);
      expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
    }
    // Public calls do not identify its owner.
    const site = await api.app.inject({
      url: '/api/site/info',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(site.statusCode).toBe(200);
  });

  test('only developer and owner endpoints declare a token scope', () => {
    const paths = api.app.swagger().paths as Record<string, Record<string, Record<string, unknown>>>;
    const scoped = Object.entries(paths).flatMap(([url, methods]) =>
      Object.values(methods).flatMap((about) =>
        about['x-token-scope'] ? [[url, about['x-access']] as const] : [],
      ),
    );
    expect(scoped.length).toBeGreaterThan(6);
    // Besides apps, the figures of those in the token's scope.
    const ofApps = (url: string) => url.startsWith('/api/dev_app/') || url === '/api/dev_center/stats';
    expect(scoped.filter(([url]) => !ofApps(url))).toEqual([]);
    expect(scoped.filter(([, access]) => access !== 'developer' && access !== 'owner')).toEqual([]);
  });

  test('reach only the app that the token is limited to', async () => {
    const caller = await developer();
    const [mine, other] = [await appIdOf('port-patrol'), await appIdOf('cert-alarm')];
    const { token } = await tokenWith(caller, ['app:read'], { app_id: mine });
    expect((await api.call(devApp.stats, { id: mine }, { token })).code).toBe('OK');
    const rejected = await api.call(devApp.stats, { id: other }, { token });
    expect([rejected.status, rejected.code]).toEqual([404, 'APP_NOT_FOUND']);
    expect((await api.call(devApp.detail, { id: other }, { token })).code).toBe('APP_NOT_FOUND');
    expect((await api.call(devApp.list, {}, { token })).data.list.map(({ id }) => id)).toEqual([mine]);
    // Nor can it create an app.
    const writing = (await tokenWith(caller, ['app:write'], { app_id: mine })).token;
    const made = await api.call(
      devApp.save,
      { name: { zh: '新的应用', en: 'A new app' } },
      { token: writing },
    );
    expect([made.status, made.code]).toEqual([404, 'APP_NOT_FOUND']);
    const link = await api.call(devApp.previewToken, { id: other }, { token: writing });
    expect([link.status, link.code]).toEqual([404, 'APP_NOT_FOUND']);
  });

  test('create a preview link only with app:write', async () => {
    const caller = await developer();
    const id = await appIdOf('port-patrol');
    const reading = await tokenWith(caller, ['app:read', 'version:submit']);
    const rejected = await api.call(devApp.previewToken, { id }, { token: reading.token });
    expect([rejected.status, rejected.code]).toEqual([403, 'TOKEN_SCOPE_MISSING']);
    const writing = await tokenWith(caller, ['app:write']);
    expect((await api.call(devApp.previewToken, { id }, { token: writing.token })).code).toBe('OK');
  });

  test('create and submit a version, but return 403 on revoke and release', async () => {
    const id = await appIdOf('port-patrol');
    const { token } = await tokenWith(await developer(), ['app:read', 'app:write', 'version:submit'], {
      app_id: id,
    });
    const description = { zh: '扫描更快了', en: 'Scans faster' };
    const facts = { version: '9.0.0', git_version: 'v9.0.0', size: 2_000_000, description };
    const pins = { git_commit: GIT_COMMIT, package_sha256: PACKAGE_SHA256 };
    const input = { app_id: id, ...facts, ...pins, repo_url: 'https://git.example.com/linbeian/port-patrol' };
    const saved = await api.call(devApp.versionSave, input, { token });
    expect([saved.code, saved.data.review_status]).toEqual(['OK', 'draft']);
    const version_id = saved.data.id;
    const submitted = await api.call(devApp.submit, { version_id }, { token });
    expect([submitted.code, submitted.data.version.review_status]).toEqual(['OK', 'in_review']);
    for (const call of [devApp.revoke, devApp.release] as const) {
      expect((await api.call(call, { version_id }, { token })).status).toBe(403);
    }
  });

  test('update last_used_at at a coarse interval', async () => {
    const caller = await developer();
    const { token, item } = await tokenWith(caller, ['app:read']);
    const usedAt = async () => {
      const { data } = await api.call(devToken.list, undefined, caller);
      return data.list.find(({ id }) => id === item.id)?.last_used_at;
    };
    await probe(token);
    const first = api.clock.now().toISOString();
    expect(await usedAt()).toBe(first);
    api.clock.advance(DEV_TOKEN.touch - 1);
    await probe(token);
    expect(await usedAt()).toBe(first);
    api.clock.advance(1);
    await probe(token);
    expect(await usedAt()).toBe(api.clock.now().toISOString());
  });
});

describe('build token mails', () => {
  const mailsTo = async (email: string, about: string) =>
    (await api.mails()).filter(({ to, subject }) => to === email && subject.includes(about));

  test('announce a new token with its scopes, without the token itself', async () => {
    const who = await person(api, 'developer');
    const made = await api.call(
      devToken.create,
      { ...request, name: '发布机', scopes: ['app:read', 'app:write'] },
      who,
    );
    const [mail] = await mailsTo(who.email, '发布机');
    expect(mail?.text).toContain('权限：读取应用和下载量；修改草稿、上传图片、创建版本。');
    expect(mail?.text).toContain('/developer-center/control-panel');
    expect(JSON.stringify(mail)).not.toContain(made.data.token);
  });

  test('warn once, a week before expiry, in the owner’s language', async () => {
    const who = await person(api, 'developer');
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, who.id));
    const make = (name: string, expires_in_days: number) =>
      api.call(devToken.create, { ...request, name, expires_in_days }, who);
    await make('Nightly', 30);
    await make('Weekly', 30);
    await make('Short one', 5);
    const missing = await make('Revoked one', 30);
    await api.call(devToken.revoke, { id: missing.data.item.id }, who);
    const run = async () => {
      api.clock.advance(2 * 3_600_000);
      await api.app.jobs.runDue();
      return (await mailsTo(who.email, 'expires on')).map(({ subject }) => subject);
    };
    expect(await run()).toEqual([]);
    api.clock.advance(23 * DAY);
    expect((await run()).toSorted()).toEqual([
      expect.stringMatching(/^Your build token Nightly expires on \d+ \w+ \d{4}, 10:\d\d \(Beijing time\)$/),
      expect.stringContaining(' Weekly '),
    ]);
    expect(await run()).toHaveLength(2);
  });

  (onPostgres ? test : test.skip)('are sent once when eight processes run the job concurrently', async () => {
    const who = await person(api, 'developer');
    await api.call(devToken.create, { ...request, expires_in_days: 30 }, who);
    api.clock.advance(24 * DAY);
    await Promise.all(
      Array.from({ length: 8 }, () =>
        api.db.transaction((tx) => announceExpiringTokens.run(withTransaction(api.app, tx))),
      ),
    );
    expect(await mailsTo(who.email, '将于')).toHaveLength(1);
  });
});

describe('build token end of life', () => {
  test('returns 401 after revocation; the list shows it as revoked', async () => {
    const caller = await developer();
    const { token, item } = await tokenWith(caller);
    expect((await api.call(devToken.revoke, { id: item.id }, caller)).code).toBe('OK');
    const answer = await probe(token);
    expect([answer.status, answer.code]).toEqual([401, 'UNAUTHENTICATED']);
    const { data } = await api.call(devToken.list, undefined, caller);
    expect(data.list.find(({ id }) => id === item.id)?.state).toBe('revoked');
    // Repeating is no error, and changes nothing.
    const row = () => api.db.select().from(devTokens).where(eq(devTokens.id, item.id));
    const events = () => api.db.$count(securityEvents, eq(securityEvents.event, 'build_token_revoked'));
    const [revoked] = await row();
    const recorded = await events();
    api.clock.advance(1000);
    expect((await api.call(devToken.revoke, { id: item.id }, caller)).code).toBe('OK');
    expect([await row(), await events()]).toEqual([[revoked], recorded]);
    // So it stays in the list, also past the end of its days.
    await api.db.update(devTokens).set({ expiresAt: api.clock.now() }).where(eq(devTokens.id, item.id));
    const { list } = (await api.call(devToken.list, undefined, caller)).data;
    expect(list.find(({ id }) => id === item.id)?.state).toBe('revoked');
  });

  test('returns 404 for another user’s revocation, and the token keeps working', async () => {
    const { token, item } = await tokenWith(await developer());
    const answer = await api.call(devToken.revoke, { id: item.id }, await as('lighthouse@yunduo.test'));
    expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
    expect((await probe(token)).code).toBe('OK');
  });

  test('expires exactly at expires_at', async () => {
    const caller = await developer();
    const { token, item } = await tokenWith(caller, ['app:read'], { expires_in_days: 1 });
    api.clock.set(new Date(new Date(item.expires_at).getTime() - 1));
    expect((await probe(token)).code).toBe('OK');
    api.clock.advance(1);
    expect((await probe(token)).status).toBe(401);
    // Nor does a revocation change one that has ended.
    const again = await developer();
    expect((await api.call(devToken.revoke, { id: item.id }, again)).code).toBe('OK');
    const { data } = await api.call(devToken.list, undefined, again);
    expect(data.list.find(({ id }) => id === item.id)?.state).toBe('expired');
  });

  test('returns 403 while the owner lacks the role and 401 while the account is disabled', async () => {
    const { token } = await tokenWith(await developer());
    const operator = await as('operator@yunduo.test');
    const role = { email: 'developer@yunduo.test', role: 'developer' as const };
    await api.call(adminUser.role, { ...role, granted: false }, operator);
    const answer = await probe(token);
    expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN']);
    const admin = await person(api, 'admin');
    expect((await api.call(adminUser.role, { ...role, granted: true }, admin)).code).toBe('OK');
    expect((await probe(token)).code).toBe('OK');

    const of = eq(users.email, 'developer@yunduo.test');
    await api.db.update(users).set({ disabledAt: api.clock.now() }).where(of);
    expect((await probe(token)).status).toBe(401);
    await api.db.update(users).set({ disabledAt: null }).where(of);
  });

  test('survives a password change, and the mail says so', async () => {
    const { caller, email } = await someDeveloper();
    const { token } = await tokenWith(caller, ['app:read']);
    const change = { old_password: PASSWORD, password: 'Lantern-high9', password_confirm: 'Lantern-high9' };
    expect((await api.call(userInfo.changePassword, change, caller)).code).toBe('OK');
    expect((await api.call(devApp.list, {}, { token })).code).toBe('OK');
    const mail = (await api.mails()).find(
      ({ to, subject }) => to === email && subject.includes('密码已修改'),
    );
    expect(mail?.text).toContain('1 个构建令牌仍然有效');
  });

  test('is revoked by a password reset, and the mail states how many', async () => {
    const { caller, email } = await someDeveloper();
    const made = [await tokenWith(caller, ['app:read']), await tokenWith(caller, ['app:read'])];
    // Delivers the mails about tokens first, and lets the registration code age by a minute.
    await api.mails();
    api.clock.advance(60_000);
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    const reset = { email, code, password: 'Lantern-high9', password_confirm: 'Lantern-high9' };
    expect((await api.call(userAuth.resetPassword, reset, { ip: someIp() })).code).toBe('OK');
    for (const { token } of made) {
      expect((await api.call(devApp.list, {}, { token })).status).toBe(401);
    }
    const again = await signedInAs(api, email, 'Lantern-high9');
    const { data } = await api.call(devToken.list, undefined, { token: again.token });
    expect(data.list.map(({ state }) => state)).toEqual(['revoked', 'revoked']);
    const mail = (await api.mails()).find(({ to, subject }) => to === email && subject.includes('已重置'));
    expect(mail?.text).toContain('2 个构建令牌已吊销');
  });

  test('is revoked when an e-mail change is undone', async () => {
    const { caller, email, id } = await someDeveloper();
    const { token } = await tokenWith(caller, ['app:read']);
    const undo = newToken('undo');
    const now = api.clock.now();
    await api.db.insert(emailUndos).values({
      userId: id,
      oldEmail: email,
      tokenHash: hashToken(undo),
      createdAt: now,
      expiresAt: new Date(now.getTime() + DAY),
    });
    await api.db.update(users).set({ email: 'somebody-else@example.com' }).where(eq(users.id, id));
    expect((await api.call(userAuth.emailChangeUndo, { token: undo }, { ip: someIp() })).code).toBe('OK');
    expect((await api.call(devApp.list, {}, { token })).status).toBe(401);
  });

  test('returns 401 for made-up tokens', async () => {
    for (const token of ['ydb_', `ydb_${'a'.repeat(50)}`, 'yds_x']) {
      expect((await probe(token)).status).toBe(401);
    }
  });

  test('returns 403 for the owner’s profile', async () => {
    const { token } = await tokenWith(await developer());
    expect((await api.call(userInfo.index, undefined, { token })).status).toBe(403);
  });
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});
