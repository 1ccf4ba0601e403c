import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { adminAudit, adminUser, userAuth, userInfo } from '@yunduo/api-contract';
import { asc, eq } from 'drizzle-orm';
import { auditLog, userRoles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres } from '../../testing/environment.ts';
import { opsOf } from '../../testing/ops.ts';
import { newcomer, PASSWORD, signedInAs, someIp, type SignedIn } from '../../testing/people.ts';
import { setDisabled, setRole } from './accounts.ts';

let api: TestApp;
let operator: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
  admin = await someone('admin');
});
afterAll(() => api.close());

const ground = { userId: null, name: 'root', via: 'command' } as const;
const someone = async (...roles: ('reviewer' | 'operator' | 'admin' | 'developer')[]): Promise<SignedIn> => {
  const person = await newcomer(api);
  for (const role of roles) await setRole(api.app, ground, { email: person.email, role, granted: true });
  return person;
};
const role = (who: SignedIn | undefined, email: string, name: string, granted = true) =>
  api.call(adminUser.role, { email, role: name as 'reviewer', granted }, who ? { token: who.token } : {});

describe('POST /admin_user/role', () => {
  test('an admin grants reviewer with immediate effect; an operator revokes it', async () => {
    const person = await someone();
    const answer = await role(admin, `  ${person.email.toUpperCase()}`, 'reviewer');
    expect(answer.data).toMatchObject({
      email: person.email,
      roles: ['user', 'reviewer'],
      disabled_at: null,
    });
    expect(Object.keys(answer.data).sort()).toEqual(
      ['created_at', 'disabled_at', 'email', 'id', 'nickname', 'roles'].sort(),
    );
    const me = await api.call(userInfo.index, undefined, { token: person.token });
    expect(me.data.roles).toEqual(['user', 'reviewer']);
    expect((await role(admin, person.email, 'reviewer')).data.roles).toEqual(['user', 'reviewer']);
    expect((await role(operator, person.email, 'reviewer', false)).data.roles).toEqual(['user']);
    // A repetition changes nothing, and is not logged.
    expect((await role(operator, person.email, 'reviewer', false)).data.roles).toEqual(['user']);
    const [granted, revoked, ...more] = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `user:${person.user.id}`))
      .orderBy(asc(auditLog.id));
    const by = ({ email, user }: SignedIn) => ({
      actor: email,
      actorId: user.id,
      via: 'api',
      details: { role: 'reviewer' },
    });
    expect(granted).toMatchObject({ action: 'role.grant', ...by(admin) });
    expect(revoked).toMatchObject({ action: 'role.revoke', ...by(operator) });
    expect(more).toEqual([]);
  });

  test.each(['developer', 'reviewer', 'operator', 'admin'])('only an admin can grant %s', async (name) => {
    const person = await someone();
    expect(await role(operator, person.email, name)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await api.db.$count(userRoles, eq(userRoles.userId, person.user.id))).toBe(0);
    expect((await role(admin, person.email, name)).data.roles).toEqual(['user', name]);
  });

  test.each(['operator', 'admin'])('only an admin can revoke %s', async (name) => {
    const person = await someone(name as 'operator');
    expect((await role(operator, person.email, name, false)).status).toBe(403);
    expect((await role(admin, person.email, name, false)).data.roles).toEqual(['user']);
  });

  test.each(['developer', 'reviewer'])('an operator can revoke %s', async (name) => {
    const person = await someone(name as 'reviewer');
    expect((await role(operator, person.email, name, false)).data.roles).toEqual(['user']);
  });

  test('returns 401 without a session and 403 to users and reviewers', async () => {
    const target = await someone();
    const reviewer = await someone('reviewer');
    expect((await role(undefined, target.email, 'reviewer')).status).toBe(401);
    for (const person of [target, reviewer]) {
      expect((await role(person, target.email, 'reviewer')).status).toBe(403);
    }
    expect(await api.db.$count(userRoles, eq(userRoles.userId, target.user.id))).toBe(0);
  });

  test('rejects an unknown address, an unknown role and an extra field', async () => {
    expect(await role(admin, 'nobody@example.com', 'reviewer')).toMatchObject({
      status: 404,
      code: 'USER_NOT_FOUND',
    });
    expect(await role(operator, operator.email, 'king')).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect((await role(operator, operator.email, 'user')).error.fields).toHaveProperty('role');
    const more = { email: operator.email, role: 'reviewer', granted: true, user_id: 1 } as never;
    expect((await api.call(adminUser.role, more, { token: operator.token })).status).toBe(400);
  });
});

describe('last admin', () => {
  test('cannot resign while no other active admin exists', async () => {
    const empty = await testApp({ seeded: true });
    try {
      const { app } = empty;
      const ops = opsOf(empty);
      const people = [await newcomer(empty), await newcomer(empty)] as const;
      const [first, second] = people;
      await ops(`role grant --email ${first.email} --role admin`);
      const stepDown = (who: SignedIn) =>
        empty.call(adminUser.role, { email: who.email, role: 'admin', granted: false }, { token: who.token });
      expect(await stepDown(first)).toMatchObject({ status: 400, code: 'LAST_ADMIN' });
      await setRole(app, ground, { email: second.email, role: 'admin', granted: true });
      expect((await stepDown(first)).status).toBe(200);
      expect((await stepDown(second)).code).toBe('LAST_ADMIN');
      // An admin who cannot sign in does not count.
      await setRole(app, ground, { email: first.email, role: 'admin', granted: true });
      expect((await ops(`user disable --email ${first.email} --as ${second.email} --yes`)).code).toBe(0);
      expect((await stepDown(second)).code).toBe('LAST_ADMIN');
      const last = { email: second.email, disabled: true };
      await expect(setDisabled(app, ground, last)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    } finally {
      await empty.close();
    }
  });

  (onPostgres ? test : test.skip)('remains when six admins resign concurrently', async () => {
    const empty = await testApp({ seeded: true });
    try {
      const admins: SignedIn[] = [];
      for (let place = 0; place < 6; place += 1) admins.push(await newcomer(empty));
      for (const { email } of admins)
        await setRole(empty.app, ground, { email, role: 'admin', granted: true });
      const answers = await Promise.all(
        admins.map(({ email, token }) =>
          empty.call(adminUser.role, { email, role: 'admin', granted: false }, { token }),
        ),
      );
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(5);
      expect(answers.filter(({ code }) => code === 'LAST_ADMIN')).toHaveLength(1);
      expect(await empty.db.$count(userRoles, eq(userRoles.role, 'admin'))).toBe(1);
    } finally {
      await empty.close();
    }
  });
});

describe('user disable, enable, show', () => {
  const ops = (line: string | string[]) => opsOf(api, { staff: { operator: operator.email } })(line);
  const signIn = (email: string) =>
    api.call(userAuth.login, { email, password: PASSWORD, agree: true }, { ip: someIp() });

  test('ends sessions and sign-in at once, until the account is enabled', async () => {
    const { email, token } = await someone();
    expect((await ops(`user show --email ${email} --json`)).json()).toMatchObject({ live_sessions: 1 });
    const disabled = await ops([
      'user',
      'disable',
      '--email',
      email,
      '--reason',
      '发广告',
      '--yes',
      '--json',
    ]);
    expect(disabled.json()).toMatchObject({ email, disabled_at: api.clock.now().toISOString() });
    expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
    expect((await signIn(email)).code).toBe('ACCOUNT_DISABLED');
    expect((await ops(`user enable --email ${email}`)).code).toBe(0);
    expect((await signIn(email)).status).toBe(200);
    // The earlier session stays ended.
    expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
    const rows = await ops('audit list --action user --json');
    expect(rows.json<{ list: { action: string; details: object }[] }>().list.slice(0, 2)).toMatchObject([
      { action: 'user.enable' },
      { action: 'user.disable', details: { reason: '发广告', sessions: 1 } },
    ]);
  });

  test('require --yes to disable', async () => {
    const { email } = await someone();
    const result = await ops(`user disable --email ${email}`);
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.err).toContain('Add --yes to agree.');
    expect((await signIn(email)).status).toBe(200);
  });

  test('reject disabling another operator, oneself or an unknown account', async () => {
    const other = await someone('operator');
    const as = `--yes --as ${operator.email}`;
    expect((await ops(`user disable --email ${other.email} ${as}`)).err).toContain('(FORBIDDEN)');
    const admin = await someone('admin');
    expect((await ops(`user disable --email ${admin.email} --yes --as ${admin.email}`)).err).toContain(
      '(OWN_ACCOUNT)',
    );
    expect((await ops('user disable --email nobody@example.com --yes')).err).toContain('(USER_NOT_FOUND)');
  });
});

describe('GET /admin_audit/list', () => {
  const list = (query: object, token = operator.token) => api.call(adminAudit.list, query, { token });

  test('returns entries newest first, paginated', async () => {
    const person = await someone('reviewer', 'developer');
    const target = `user:${person.user.id}`;
    const first = await list({ target, page_size: 1 });
    expect(first.data).toMatchObject({ total: 2, page: 1, page_size: 1 });
    expect(first.data.list).toMatchObject([
      {
        action: 'role.grant',
        target,
        actor: 'root',
        actor_id: null,
        via: 'command',
        details: { role: 'developer' },
      },
    ]);
    expect((await list({ target, page_size: 1, page: 2 })).data.list[0]?.details).toEqual({
      role: 'reviewer',
    });
  });

  test('filters by actor, action, target and time', async () => {
    const person = await someone();
    const before = api.clock.now().toISOString();
    api.clock.advance(60_000);
    await role(admin, person.email, 'reviewer');
    const { data } = await list({
      actor: admin.email,
      action: 'role',
      from: api.clock.now().toISOString(),
    });
    expect(data.list.map(({ target }) => target)).toEqual([`user:${person.user.id}`]);
    expect(
      (await list({ actor_id: admin.user.id, target: 'user', to: before })).data.list,
    ).not.toContainEqual(expect.objectContaining({ target: `user:${person.user.id}` }));
    for (const query of [
      { action: 'rol' },
      { action: 'role.gran' },
      { actor: 'operator' },
      { target: 'use' },
      // The end is exclusive, and another account did not do it.
      { target: `user:${person.user.id}`, to: api.clock.now().toISOString() },
      { target: `user:${person.user.id}`, actor_id: person.user.id },
    ]) {
      expect((await list(query)).data.total).toBe(0);
    }
  });

  test('returns 403 to reviewers, 401 without a session, and 400 for an invalid query', async () => {
    const person = await someone('reviewer');
    expect((await list({}, person.token)).status).toBe(403);
    expect((await api.call(adminAudit.list, {})).status).toBe(401);
    for (const query of [{ page: 0 }, { page_size: 101 }, { from: 'yesterday' }, { sort: 'at' }]) {
      expect(await list(query)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    }
  });

  test.each([
    ['of the year 0', '0000-01-01T00:00:00Z'],
    ['of the year 0 in another zone', '0001-01-01T00:00:00+08:00'],
    ['of the year 10000 in another zone', '9999-12-31T23:59:59-08:00'],
    ['that is a leap second', '2016-12-31T23:59:60Z'],
    ['with a time zone name', '2026-01-01T00:00:00Z[Asia/Shanghai]'],
    ['of a day that does not exist', '2026-02-30T00:00:00Z'],
  ])('rejects a timestamp %s', async (_, from) => {
    expect(await list({ from })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T08:00:00+08:00'])(
    'accepts %s',
    async (from) => {
      expect((await list({ from })).status).toBe(200);
    },
  );
});
