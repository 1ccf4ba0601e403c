import { randomBytes, randomInt } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import createClient from 'openapi-fetch';
import { account, expect, passwordOf, test } from '@yunduo/e2e/fixtures';
import { REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import { publish, receiver } from './build-server.ts';
import { dataOf, DesktopClient } from './client.ts';
import type { paths } from './dist/yunduo.d.ts';

/** Reserved for this test: no other test uses this developer's apps. */
const DEVELOPER = 'lighthouse@yunduo.test';
const VERSION = '90.0.0';
const GIT_COMMIT = '5d41402abc4b2a76b9719d911017c592ae2f5c1b';

/** Seeded outside production. */
const INVITATION = 'YDIN-TRYY-D0FR-EETE-STF2';

/** A user in front of the website, who calls the same API with a password. */
async function visitor(origin: string, email: string, address: string) {
  const headers = { 'x-forwarded-for': address, Lang: 'us' };
  const body = { email, password: passwordOf(email), agree: true };
  const { token } = dataOf(
    await createClient<paths>({ baseUrl: origin, headers }).POST('/api/user_auth/login', { body }),
  );
  const api = createClient<paths>({
    baseUrl: origin,
    headers: { ...headers, Authorization: `Bearer ${token}` },
  });
  return {
    api,
    /** Buys a licence and pays on the sandbox provider's page. */
    async buy(): Promise<string> {
      const { order_no } = dataOf(
        await api.POST('/api/order/create', { body: { plan: 'm12', quantity: 1 } }),
      );
      const { pay_url } = dataOf(
        await api.POST('/api/order/pay', { body: { order_no, provider: 'sandbox' } }),
      );
      const paid = await fetch(pay_url, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'pay' }),
        redirect: 'manual',
      });
      expect(paid.status).toBe(303);
      const [licence] = dataOf(await api.GET('/api/auth_code/my')).list;
      return licence?.code ?? '';
    },
  };
}

/** A reviewer at the desk, whose calls are not published. */
async function approve(request: APIRequestContext, version_id: number): Promise<void> {
  const call = async (url: string, data: object, token = '') => {
    const answer = await request.post(`/api${url}`, { data, headers: { authorization: `Bearer ${token}` } });
    const body = (await answer.json()) as { code: string; data: { token: string } };
    expect([url, body.code]).toEqual([url, 'OK']);
    return body.data;
  };
  const email = account('reviewer');
  const { token } = await call('/user_auth/login', { email, password: passwordOf(email), agree: true });
  const checklist = REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' }));
  await call(
    '/admin_review/decide',
    { version_id, round: 1, decision: 'approve', text: '', checklist },
    token,
  );
}

const address = (): string => `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;

test('a client written against the published document signs in, reads the store, downloads and verifies its licence', async ({
  baseURL,
  newAccount,
}) => {
  const origin = baseURL ?? '';
  const email = await newAccount();
  const person = await visitor(origin, email, address());
  const plans = dataOf(await person.api.GET('/api/auth_code/plans'));
  const delivered = plans.keys.at(-1)?.public_key ?? '';
  const client = new DesktopClient(origin, delivered, { 'x-forwarded-for': address() });

  const heard = await client.signIn('A laptop of the test', async (user_code, page) => {
    expect(page).toBe(`${origin}/en/device?code=${user_code}`);
    dataOf(await person.api.POST('/api/user_device/allow', { body: { user_code } }));
  });
  expect(heard[0]).toBe('DEVICE_PENDING');
  const { list: sessions } = dataOf(await person.api.GET('/api/user_info/sessions'));
  expect(sessions.map(({ device }) => device)).toContain('A laptop of the test, Debian 12');

  const first = await client.catalogue();
  expect(first.changed).toBe(true);
  expect(first.list.length).toBeGreaterThan(20);
  // Other tests may change the store meanwhile; unchanged data is not sent again.
  await expect.poll(async () => (await client.catalogue()).changed).toBe(false);

  const needsMore = first.list.find(
    ({ minimum, os }) => (minimum.mem_mb ?? 0) > 1_000 && os.includes('debian'),
  );
  const check = dataOf(
    await client.api.POST('/api/app_store/check', {
      body: {
        apps: [{ app_key: needsMore?.app_key ?? '' }],
        server: { os: 'debian', os_version: '12', arch: 'x86_64', mem_mb: 512, cores: 64 },
      },
    }),
  );
  expect([check.ok, check.unmet.map(({ requirement, values }) => [requirement, values])]).toEqual([
    false,
    [['mem', { needs: needsMore?.minimum.mem_mb, has: 512, unit: 'MB' }]],
  ]);

  const { bytes, parts } = await client.download(INVITATION, 100);
  expect(parts).toEqual([206, 206]);
  expect(bytes).toBeGreaterThan(100);

  const code = await person.buy();
  const fingerprint = randomBytes(32).toString('hex');
  expect(await client.verify(code, fingerprint)).toMatchObject({ valid: false, code: 'LICENCE_NOT_BOUND' });
  const bound = await client.bind(code, fingerprint, 'db-1');
  expect(bound).toMatchObject({ state: 'active' });
  expect(await client.verify(code, fingerprint)).toMatchObject({
    valid: true,
    code: 'OK',
    expires_at: bound.expires_at,
  });
  const other = new DesktopClient(origin, Buffer.alloc(32, 7).toString('base64'), {
    'x-forwarded-for': address(),
  });
  await expect(other.verify(code, fingerprint)).rejects.toThrow(/Nobody that this client trusts/);

  const file = await client.licenceFile(code, fingerprint, 'db-1');
  expect(file).toMatchObject({ plan: 'm12', fingerprint });
  expect(await client.accepts({ ...file, plan: 'permanent' })).toBe(false);
});

test('a build server publishes with a token; the developer’s webhook receives the decision and the release', async ({
  baseURL,
  request,
}) => {
  const origin = baseURL ?? '';
  const { api } = await visitor(origin, DEVELOPER, address());
  const { list: own } = dataOf(
    await api.GET('/api/dev_app/list', { params: { query: { status: 'published' } } }),
  );
  const app = own.find(({ coming_version }) => coming_version === null);
  const { id: appId = 0, app_key: appKey = '' } = app ?? {};

  const { token } = dataOf(
    await api.POST('/api/dev_token/create', {
      body: {
        name: 'nightly',
        scopes: ['app:read', 'app:write', 'version:submit'],
        expires_in_days: 30,
        app_id: appId,
      },
    }),
  );
  const hook = await receiver();
  try {
    const made = dataOf(
      await api.POST('/api/dev_webhook/create', {
        body: { url: hook.url, events: ['review.decided', 'version.released'], app_id: appId },
      }),
    );
    hook.know(made.secret);
    expect(await hook.offer('{"type":"review.decided"}')).toBe(401);

    const client = new DesktopClient(origin, '', { 'x-forwarded-for': address() });
    await client.catalogue();
    const archive = `built ${randomBytes(8).toString('hex')}`;
    const next = await publish(origin, { token, appKey, version: VERSION, commit: GIT_COMMIT, archive });
    await approve(request, next);
    expect(await hook.event('review.decided')).toMatchObject({
      decision: 'approved',
      app: { app_key: appKey },
      version: { version: VERSION },
    });
    dataOf(await api.POST('/api/dev_app/release', { body: { version_id: next } }));
    expect(await hook.event('version.released')).toMatchObject({ version: { version: VERSION } });

    const { list, removed } = await client.changes();
    expect(list.find(({ app_key }) => app_key === appKey)).toMatchObject({
      version: VERSION,
      git_commit: GIT_COMMIT,
      size: Buffer.byteLength(archive),
    });
    expect(removed).not.toContain(appKey);
  } finally {
    await hook.close();
  }
});
