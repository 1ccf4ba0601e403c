import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { adminUser, type AdminAccount } from '@yunduo/api-contract';
import { desc, eq } from 'drizzle-orm';
import { auditLog, userRoles, users } from '../db/schema/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { newcomer } from '../testing/people.ts';
import { opsOf } from '../testing/ops.ts';

let api: TestApp;
let ops: ReturnType<typeof opsOf>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ops = opsOf(api, { user: 'deploy' });
});

/** The address of an admin, created directly. */
async function anAdmin(): Promise<string> {
  const { email, user } = await newcomer(api);
  await api.db.insert(userRoles).values({ userId: user.id, role: 'admin', grantedAt: api.clock.now() });
  return email;
}
afterAll(() => api.close());

const lastAudit = async () => (await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

test('the first admin is granted by command, effective at once', async () => {
  const { email, token, user } = await newcomer(api);
  const answer = await ops(`role grant --email ${email} --role admin --json`);
  expect(answer).toMatchObject({ code: 0, err: '' });
  expect(answer.json<AdminAccount>()).toMatchObject({ id: user.id, email, roles: ['user', 'admin'] });
  expect(await lastAudit()).toMatchObject({
    actor: 'deploy',
    actorId: null,
    via: 'command',
    action: 'role.grant',
    target: `user:${user.id}`,
    details: { role: 'admin' },
  });
  const input = { email: 'plain@yunduo.test', role: 'operator', granted: true } as const;
  expect((await api.call(adminUser.role, input, { token })).status).toBe(200);
  expect((await ops(`role revoke --email ${email} --role admin --as ${email}`)).err).toBe(
    'error: This is the last administrator. Make another user an administrator first. (LAST_ADMIN)\n',
  );
});

test('granting a role needs --as once there is an admin', async () => {
  const { email } = await newcomer(api);
  const line = `role grant --email ${email} --role admin`;
  const rejected = await ops(line);
  expect([rejected.code, rejected.out]).toEqual([1, '']);
  expect(rejected.err).toContain('name the account that decides with --as');
  const [admin] = (await ops('role list --role admin --json')).json<{ email: string }[]>();
  expect((await ops(`${line} --as ${admin?.email}`)).code).toBe(0);
  await api.db.delete(userRoles).where(eq(userRoles.role, 'admin'));
  expect((await ops(line)).code).toBe(0);
  // An admin whose account is disabled cannot decide: the machine's user appoints the next one.
  await api.db.update(users).set({ disabledAt: api.clock.now() }).where(eq(users.email, email));
  const { email: next } = await newcomer(api);
  expect((await ops(`role grant --email ${next} --role admin`)).code).toBe(0);
});

test('granting twice changes nothing, and is audited once', async () => {
  const { email } = await newcomer(api);
  const grant = `role grant --email ${email} --role reviewer --as ${await anAdmin()}`;
  await ops(grant);
  const before = await api.db.$count(auditLog);
  expect((await ops(grant)).code).toBe(0);
  expect(await api.db.$count(auditLog)).toBe(before);
  const revoked = await ops(`role revoke --email ${email} --role reviewer --json`);
  expect(revoked.json<AdminAccount>().roles).toEqual(['user']);
});

test('lists accounts by role, as a table or JSON', async () => {
  const table = await ops('role list --role reviewer');
  expect(table.out).toContain('reviewer@yunduo.test');
  expect(table.out.split('\n')[0]).toMatch(/^id\s+email\s+role\s+granted_at\s+disabled_at$/);
  const list = (await ops('role list --json')).json<{ role: string }[]>();
  expect(new Set(list.map(({ role }) => role))).toContain('operator');
});

describe('The --as option', () => {
  test('names the actor of the audit row', async () => {
    const { email } = await newcomer(api);
    const admin = await anAdmin();
    const granted = await ops(`role grant --email ${email} --role developer --as ${admin}`);
    expect(granted.code).toBe(0);
    expect(await lastAudit()).toMatchObject({ actor: admin, via: 'command', action: 'role.grant' });
  });

  test.each(['developer', 'operator'])(
    'applies the account’s own rights: an operator cannot grant %s',
    async (name) => {
      const { email } = await newcomer(api);
      const rejected = await ops(`role grant --email ${email} --role ${name} --as operator@yunduo.test`);
      expect(rejected).toMatchObject({ code: 1, out: '' });
      expect(rejected.err).toContain('(FORBIDDEN)');
    },
  );

  test('is rejected without the role that the command needs', async () => {
    const rejected = await ops('role list --as user@yunduo.test');
    expect(rejected).toEqual(
      expect.objectContaining({
        code: 1,
        out: '',
        err: 'error: user@yunduo.test is not an account with the role operator\n',
      }),
    );
    const admin = await anAdmin();
    await api.db.update(users).set({ disabledAt: api.clock.now() }).where(eq(users.email, admin));
    expect((await ops(`role list --as ${admin}`)).err).toBe(
      `error: ${admin} is not an account with the role operator\n`,
    );
  });
});

describe('Wrong usage', () => {
  test.each([
    ['no arguments', '', 'Usage: ops'],
    ['a group alone', 'role', 'grant'],
    ['an unknown verb', 'role raise', "unknown command 'raise'"],
    ['a missing option', 'role grant --role admin', "required option '--email <address>' not specified"],
    [
      'a wrong value',
      'role grant --email a@b.cd --role king',
      'Allowed choices are developer, reviewer, operator, admin',
    ],
    ['a wrong address', 'role grant --email nobody --role admin', 'An email address is needed.'],
    ['an extra argument', 'role list all', 'too many arguments'],
  ])('%s: prints the error and exits with 2', async (_, line, words) => {
    const answer = await ops(line ? line : []);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(words);
  });
});

test('errors are in the requested language, and in JSON with --json', async () => {
  const line = `role grant --email nobody@example.com --role reviewer --as ${await anAdmin()}`;
  expect((await ops(`${line} --lang zh`)).err).toBe('error: 没有账号使用该邮箱 (USER_NOT_FOUND)\n');
  expect((await ops(`${line} --lang en`)).err).toContain('No account uses this email address');
  const machine = await ops(`${line} --json`);
  expect(machine).toMatchObject({ code: 1, out: '' });
  expect(JSON.parse(machine.err)).toMatchObject({ error: { code: 'USER_NOT_FOUND' } });
});
