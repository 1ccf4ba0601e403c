import {
  adminAudit,
  adminFeedback,
  adminInvite,
  adminOrder,
  adminReport,
  adminUser,
  appStore,
  authCode,
  devApp,
  devToken,
  userAuth,
  userInfo,
  feedback,
  invite,
  subscribe,
} from '@yunduo/api-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { users } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { signInSeeded, wholeDraft } from '../../testing/dev-apps.ts';
import { codeOfLicence, issued, someServer } from '../../testing/licences.ts';
import { orderIn } from '../../testing/orders.ts';
import { codeFor, newcomer, PASSWORD, signedInAs, someIp, ticketFor } from '../../testing/people.ts';

let api: TestApp;
let token: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  token = await signInSeeded(api, 'newcomer@yunduo.test');
});
afterAll(() => api.close());
beforeEach(() => api.clock.advance(61_000));

const FILLERS = [
  '\u3164',
  '\u2800',
  '\u115f',
  '\uffa0',
  '\u034f',
  '\u180e',
  '\u200b',
  '\u2060',
  '\u{e0041}',
  '\ufe0f',
];
const fullWidth = (code: string) =>
  code.replace(/[!-~]/g, (symbol) => String.fromCharCode(symbol.charCodeAt(0) + 0xfee0));

describe('App name', () => {
  const save = (name: { zh: string; en: string }) => api.call(devApp.save, wholeDraft({ name }), { token });

  test.each(FILLERS)('with the filler %j is taken, and rejected on save', async (filler) => {
    for (const name of [`WordPress${filler}`, `${filler}WordPress`, `Word${filler}Press`]) {
      const { data } = await api.call(devApp.checkName, { name }, { token });
      expect([name, data.state]).toEqual([name, 'taken']);
      expect((await save({ zh: '灯塔', en: name })).error.fields).toEqual({
        'name.en': 'app_name_characters',
      });
    }
  });

  test('of fillers only, or with stacked accents, is rejected', async () => {
    for (const filler of FILLERS)
      expect((await save({ zh: filler.repeat(5), en: 'Fillers' })).error.fields).toEqual({
        'name.zh': 'app_name_characters',
      });
    const heap = `To${'\u0301\u0302\u0303\u0304\u0305\u0306'}ol`;
    expect((await save({ zh: '灯塔', en: heap })).error.fields).toEqual({ 'name.en': 'text_marks' });
  });
});

describe('Invisible characters', () => {
  test('are removed from nickname, server, remark and token name; a name of nothing else is rejected', async () => {
    const me = await newcomer(api);
    const profile = { gender: 'secret', birthday: '1990-01-01' };
    const saved = await api.call(
      userInfo.saveUser,
      { nickname: '\u200b林\u3164Ｌｉｎ\u2060', ...profile },
      me,
    );
    expect(saved.code).toBe('OK');
    expect((await api.call(userInfo.index, undefined, me)).data.nickname).toBe('林Lin');
    const empty = await api.call(userInfo.saveUser, { nickname: '\u3164\u3164', ...profile }, me);
    expect(empty.error.fields).toEqual({ nickname: 'nickname_required' });
    const radical = await api.call(userInfo.saveUser, { nickname: '⼈⼈⼈', ...profile }, me);
    expect(radical.code).toBe('OK');
    expect((await api.call(userInfo.index, undefined, me)).data.nickname).toBe('人人人');

    const id = await issued(api, me.user.id);
    const bind = (server_name: string) => async () =>
      api.call(
        authCode.bind,
        { code: await codeOfLicence(api, id), server_name, fingerprint: someServer() },
        me,
      );
    expect((await bind('\u2800\u3164')()).error.fields).toEqual({ server_name: 'server_name_required' });
    expect((await bind(' web\u3000\u20001\u202e ')()).data).toMatchObject({ server: { name: 'web 1' } });
    const remark = await api.call(authCode.edit, { id, remark: '\u200b' }, me);
    expect(remark.data).toMatchObject({ remark: '' });

    const input = { scopes: ['app:read'], expires_in_days: 1 } as const;
    const made = await api.call(
      devToken.create,
      { name: 'build\u200b 👩‍💻', ...input, scopes: [...input.scopes] },
      { token },
    );
    expect(made.data.item).toMatchObject({ name: 'build 👩‍💻' });
    const hidden = await api.call(
      devToken.create,
      { name: '\u3164', ...input, scopes: [...input.scopes] },
      { token },
    );
    expect(hidden.error.fields).toEqual({ name: 'token_name_required' });
  });

  test('are removed from feedback, which keeps its emoji and line breaks', async () => {
    const me = await newcomer(api);
    const submit = async (title: string, description: string) =>
      api.call(
        feedback.submit,
        { type: 'other', title, description, captcha_ticket: await ticketFor(api, 'feedback') },
        me,
      );
    expect((await submit('\u2800', '\u3164\n\u3164')).error.fields).toEqual({
      title: 'feedback_title_required',
      description: 'feedback_description_required',
    });
    const { data } = await submit('\u202aC:\\logs 👨‍👩‍👧\u200b', 'one\n\ntwo ❤️');
    const thread = await api.call(feedback.detail, { no: data.no }, me);
    expect(thread.data).toMatchObject({ title: 'C:\\logs 👨‍👩‍👧', description: 'one\n\ntwo ❤️' });
  });
});

describe('Typed codes', () => {
  test('a licence code in full-width letters can be bound, and searched in any form', async () => {
    const me = await newcomer(api);
    const id = await issued(api, me.user.id);
    const code = await codeOfLicence(api, id);
    const input = fullWidth(code).toLowerCase();
    const bound = await api.call(
      authCode.bind,
      { code: input, server_name: 'web-1', fingerprint: fullWidth(someServer()) },
      me,
    );
    expect(bound.data).toMatchObject({ id });
    for (const q of [input, code.replaceAll('-', ' '), fullWidth(code.slice(-4))]) {
      expect((await api.call(authCode.my, { q: q.slice(0, 64) }, me)).data.list.map((one) => one.id)).toEqual(
        [id],
      );
    }
  });

  test('an order is found by its number in full-width letters, without hyphens, or in part', async () => {
    const operator = { token: await signInSeeded(api, 'operator@yunduo.test') };
    const { list } = (await api.call(adminOrder.list, {}, operator)).data;
    const no = list[0]?.order_no ?? '';
    for (const q of [
      fullWidth(no),
      no.replaceAll('-', ''),
      no.toLowerCase(),
      no.replaceAll('-', '–'),
      fullWidth(no.slice(11)),
    ]) {
      const found = (await api.call(adminOrder.list, { q }, operator)).data.list.map(
        ({ order_no }) => order_no,
      );
      expect([q, found.includes(no)]).toEqual([q, true]);
    }
  });
});

test.each(['\u3164', '\u2800', '\u200b', '\u200e', '\u202c', '\ufeff'])(
  'an operator who searches with the invisible character %j that was copied along finds the same',
  async (sign) => {
    const operator = { token: await signInSeeded(api, 'operator@yunduo.test') };
    const hide = (text: string) => `${sign}${text.slice(0, 2)}${sign}${text.slice(2)}${sign}`;
    const email = 'user@yunduo.test';
    const [ticket] = (await api.call(adminFeedback.list, {}, operator)).data.list;
    const title = ticket?.title ?? '';
    const totals = async (form: (text: string) => string) =>
      Promise.all([
        api.call(adminOrder.list, { q: form(email) }, operator),
        api.call(adminUser.list, { q: form(email) }, operator),
        api.call(adminFeedback.list, { q: form(title) }, operator),
        api.call(adminAudit.list, { actor: form('operator@yunduo.test') }, operator),
        api.call(adminAudit.list, { target: form('version') }, operator),
        api.call(
          devApp.list,
          { q: form('port') },
          { token: await signInSeeded(api, 'developer@yunduo.test') },
        ),
      ]).then((answers) => answers.map(({ data }) => data.total));
    const plain = await totals((text) => text);
    expect(plain.every((total) => total > 0)).toBe(true);
    expect(await totals(hide)).toEqual(plain);
  },
);

describe('Internationalised email address', () => {
  const TYPED = 'Lin@例子.中国';
  const STORED = 'lin@xn--fsqu00a.xn--fiqs8s';
  const SHOWN = 'lin@例子.中国';

  test('registers, signs in to one account in every form, and is shown as typed', async () => {
    const captcha_ticket = await ticketFor(api, 'send_email');
    const request = await api.call(
      userAuth.sendEmail,
      { email: TYPED, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket },
      { ip: someIp() },
    );
    expect(request.code).toBe('OK');
    const mail = (await api.mails()).find(({ to }) => to === STORED);
    const code = mail?.text.match(/\b\d{6}\b/)?.[0] ?? '';
    const form = {
      email: TYPED,
      code: fullWidth(code),
      password: PASSWORD,
      password_confirm: PASSWORD,
      agree: true,
    };
    expect((await api.call(userAuth.register, form, { ip: someIp() })).code).toBe('OK');
    const rows = await api.db.select({ email: users.email }).from(users).where(eq(users.email, STORED));
    expect(rows).toHaveLength(1);
    for (const email of [TYPED, STORED, 'ＬＩＮ＠例子。中国', 'lin@XN--FSQU00A.XN--FIQS8S']) {
      const { user } = await signedInAs(api, email);
      expect([email, user.email]).toEqual([email, SHOWN]);
    }
    const again = await ticketFor(api, 'send_email');
    await api.call(
      userAuth.sendEmail,
      { email: STORED, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket: again },
      { ip: someIp() },
    );
    api.clock.advance(61_000);
    await signedInAs(api, STORED);
  });

  test('becomes the account’s address, and is decoded in the mail to the old one', async () => {
    const me = await newcomer(api);
    const scene = 'USER_INFO_CHANGE_EMAIL';
    const present = await codeFor(api, { email: me.email, scene, caller: me });
    const a = (await api.call(userInfo.changeEmailVerify, { code: present }, me)).data.change_token;
    api.clock.advance(61_000);
    const ticket = await ticketFor(api, 'send_email');
    const input = '新@bücher.example';
    const rejected = await api.call(
      userAuth.sendEmail,
      { email: input, scene, captcha_ticket: ticket, change_token: a },
      { ...me, ip: someIp() },
    );
    expect(rejected.error.fields).toEqual({ email: 'email_invalid' });
    await api.call(
      userAuth.sendEmail,
      { email: 'neu@bücher.example', scene, captcha_ticket: ticket, change_token: a },
      { ...me, ip: someIp() },
    );
    const mail = (await api.mails()).find(({ to }) => to === 'neu@xn--bcher-kva.example');
    const code = mail?.text.match(/\b\d{6}\b/)?.[0] ?? '';
    const b = await api.call(
      userInfo.changeEmailConfirm,
      { change_token: a, new_email: 'neu@xn--bcher-kva.example', code },
      me,
    );
    await api.call(userInfo.changeEmailCommit, { change_token: b.data.change_token }, me);
    expect((await api.call(userInfo.index, undefined, me)).data.email).toBe('neu@bücher.example');
    const notice = (await api.mails()).find(({ to }) => to === me.email);
    expect(notice?.text).toContain('neu@bücher.example');
  });

  test('receives a licence and the newsletter, and is shown decoded', async () => {
    const me = await newcomer(api);
    const id = await issued(api, me.user.id);
    const sent = await api.call(authCode.transfer, { id, to_email: 'wang@例子.公司' }, me);
    expect(sent.code).toBe('OK');
    expect((await api.mails()).some(({ to }) => to === 'wang@xn--fsqu00a.xn--55qx5d')).toBe(true);
    const { data } = await api.call(authCode.detail, { id }, me);
    expect(data.transfers.map(({ to_email }) => to_email)).toEqual(['wang@例子.公司']);
    expect(JSON.stringify(data)).not.toContain('xn--');

    const captcha_ticket = await ticketFor(api, 'subscribe');
    await api.call(
      subscribe.create,
      { email: 'news@例子.公司', captcha_ticket, locale: 'zh' },
      { ip: someIp() },
    );
    const email = (await api.mails()).find(({ to }) => to === 'news@xn--fsqu00a.xn--55qx5d');
    const link = new URL(email?.text.match(/https?:\S+\/subscribe\?\S+/)?.[0] ?? '');
    const confirmed = await api.call(
      subscribe.confirm,
      { token: link.searchParams.get('token') ?? '' },
      { ip: someIp() },
    );
    expect(confirmed.data).toEqual({ email: 'news@例子.公司' });
  });

  test('is shown decoded to the receiver of a licence and to operators, wherever they read it', async () => {
    const me = await newcomer(api);
    const email = 'desk@xn--fsqu00a.xn--55qx5d';
    await api.db.update(users).set({ email }).where(eq(users.id, me.user.id));
    const heir = await newcomer(api);
    const id = await issued(api, me.user.id);
    expect((await api.call(authCode.transfer, { id, to_email: heir.email }, me)).code).toBe('OK');
    const { orderNo } = await orderIn(api, me, 'refund_requested');
    const ticket = { type: 'other' as const, title: 'Who writes', description: 'One line.' };
    const sent = await api.call(
      feedback.submit,
      { ...ticket, captcha_ticket: await ticketFor(api, 'feedback') },
      me,
    );
    const [app] = (await api.call(appStore.list, {})).data.list;
    const report = { id: app?.id ?? 0, reason: 'broken' as const, text: 'It does not start.', email };
    await api.call(appStore.report, report, { ip: someIp() });
    await api.call(
      invite.request,
      { email, purpose: 'A school', captcha_ticket: await ticketFor(api, 'invite'), locale: 'zh' },
      { ip: someIp() },
    );
    const operator = { token: await signInSeeded(api, 'operator@yunduo.test') };
    const pages: [page: string, answer: Promise<{ data: unknown }>][] = [
      ['licences offered to me', api.call(authCode.my, {}, heir)],
      ['orders', api.call(adminOrder.list, { q: orderNo }, operator)],
      ['an order', api.call(adminOrder.detail, { order_no: orderNo }, operator)],
      ['accounts', api.call(adminUser.list, { q: 'desk@' }, operator)],
      ['an account', api.call(adminUser.detail, { id: me.user.id }, operator)],
      ['feedback', api.call(adminFeedback.list, { q: sent.data.no }, operator)],
      ['reports', api.call(adminReport.list, { app_id: report.id }, operator)],
      ['requests for an invitation', api.call(adminInvite.requests, { state: 'open' }, operator)],
    ];
    for (const [page, answer] of pages) {
      const text = JSON.stringify((await answer).data);
      expect([page, text]).toEqual([page, expect.stringContaining('desk@例子.公司')]);
      expect([page, text.includes('xn--')]).toEqual([page, false]);
    }
  });
});

describe('Version fields', () => {
  test.each([
    '01.2.3',
    '1.02.3',
    '1.2.03',
    '0001.0002.0003',
    '00.0.1',
    '1.2',
    '1.2.3.4',
    '1.2.3-rc.1',
    '100000.0.0',
  ])('%s is rejected with version_format', async (version) => {
    const { data } = await api.call(devApp.save, wholeDraft(), { token });
    const saved = await api.call(devApp.versionSave, { app_id: data.id, version }, { token });
    expect(saved.error.fields).toEqual({ version: 'version_format' });
  });

  test('a version constraint on an app rejects leading zeros; one on a system package allows them', async () => {
    const relation = (target: { app_key: string | null; package: string | null }, constraint: string) =>
      api.call(
        devApp.save,
        wholeDraft({ relations: [{ kind: 'dependency', ...target, constraint, note: { zh: '', en: '' } }] }),
        { token },
      );
    for (const constraint of ['07', '7.01+', '1.2.3.4', '007.0.0', 'AVX', '>=1 <2'])
      expect((await relation({ app_key: 'redis', package: null }, constraint)).error.fields).toEqual({
        'relations[0].constraint': 'constraint_invalid',
      });
    for (const constraint of ['7', '7.1+', '7.0.2', '７．１＋', ''])
      expect((await relation({ app_key: 'redis', package: null }, constraint)).code).toBe('OK');
    expect((await relation({ app_key: null, package: 'ubuntu-core' }, '20.04+')).code).toBe('OK');
  });

  test('a git tag is rejected if git would reject it', async () => {
    const { data } = await api.call(devApp.save, wholeDraft(), { token });
    let version = 0;
    const save = (git_version: string) =>
      api.call(
        devApp.versionSave,
        { app_id: data.id, version: `1.0.${(version += 1)}`, git_version },
        { token },
      );
    for (const bad of [
      'a..b',
      'a.lock',
      'a@{1}',
      'v1.',
      'a b',
      'a~1',
      'a^',
      'a:b',
      'a?',
      'a*',
      'a[b',
      'a\\b',
      '-a',
      'a//b',
    ])
      expect([bad, (await save(bad)).error.fields]).toEqual([bad, { git_version: 'git_version_invalid' }]);
    expect((await save('@scope/pkg@1.2.3')).data).toMatchObject({ git_version: '@scope/pkg@1.2.3' });
  });
});
