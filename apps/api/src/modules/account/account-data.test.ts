import {
  activity,
  appStore,
  authCode,
  devApp,
  feedback,
  order,
  subscribe,
  userAuth,
  userInfo,
  type DeletionOutlook,
} from '@yunduo/api-contract';
import {
  CLOSURE_KEPT,
  EMAIL_CODE,
  LICENCE_UNBIND,
  MUTABLE_MAILS,
  PICTURE_WIDTHS,
  SIGN_IN,
} from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import sharp from 'sharp';
import * as schema from '../../db/schema/index.ts';
import { withTransaction } from '../../context.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { licenceIn } from '../../testing/licences.ts';
import { wronglyListed } from '../../testing/listed.ts';
import { createApp, SEED_PASSWORD } from '../../testing/builders.ts';
import { askForChanges } from '../../testing/dev-apps.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { orderIn } from '../../testing/orders.ts';
import {
  codeSentTo,
  newcomer,
  PASSWORD,
  registered,
  signedInAs,
  someIp,
  ticketFor,
  type SignedIn,
} from '../../testing/people.ts';
import { person, submitAgain, versionOf } from '../../testing/reviews.ts';
import { changedTables, stateOf } from '../../trust/operations.ts';
import { unbindAllowance } from '../licence/unbind.ts';
import { addSuggestion } from '../publishing/suggestions.ts';
import { removeDiscarded } from '../files/discard.ts';
import { KEPT_AFTER_DELETION, NOBODY } from './anonymise.ts';
import { NOT_EXPORTED, DATA_EXPORTS } from './data-export.ts';

const tables = Object.values(schema as Record<string, unknown>).filter((one): one is PgTable =>
  is(one, PgTable),
);
/** Tables with a column that references an account, and their ON DELETE rule. */
const namingUsers = tables
  .filter((table) => table !== schema.users)
  .flatMap((table) =>
    getTableConfig(table)
      .foreignKeys.filter((key) => getTableName(key.reference().foreignTable) === 'users')
      .map((key) => ({ name: getTableName(table), onDelete: key.onDelete ?? 'no action' })),
  );

let api: TestApp;
let other: Bystander;
let itsRows: Awaited<ReturnType<Bystander['rows']>>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  other = await bystander(api);
  itsRows = await other.rows();
});
afterAll(() => api.close());

const take = (who: SignedIn) => api.call(userInfo.export, undefined, { token: who.token });
const prepare = (who: SignedIn, password = PASSWORD) =>
  api.call(userInfo.deletePrepare, { password }, { token: who.token });
const confirm = (who: SignedIn, code: string) =>
  api.call(userInfo.deleteConfirm, { code }, { token: who.token });
const deleted = async (who: SignedIn, password = PASSWORD): Promise<DeletionOutlook> => {
  const { data } = await prepare(who, password);
  expect(data.blockers).toEqual([]);
  const answer = await confirm(who, (await codeSentTo(api, who.email)) ?? '');
  expect(answer.code).toBe('OK');
  return data;
};
/** All rows that contain a text, by table. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const name = getTableName(table);
    const { rows } = await api.db.execute(
      sql`select 1 from ${sql.identifier(name)} t where position(${text.toLowerCase()} in lower(t::text)) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('account export', () => {
  test('covers every table that references a user or lists it in NOT_EXPORTED', () => {
    const exported = DATA_EXPORTS.map(({ table }) => getTableName(table));
    const silent = namingUsers
      .map(({ name }) => name)
      .filter((name) => !exported.includes(name) && NOT_EXPORTED[name] === undefined);
    expect(silent).toEqual([]);
    expect(Object.keys(NOT_EXPORTED).filter((name) => exported.includes(name))).toEqual([]);
  });

  test('exports no column whose name suggests a secret', () => {
    const names = DATA_EXPORTS.flatMap(({ table, without }) =>
      Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
        without.includes(key) ? [] : [`${getTableName(table)}.${column.name}`],
      ),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(
      names.filter((name) => /hash|sealed|token|password|secret/.test(name.split('.')[1] ?? '')),
    ).toEqual([]);
    for (const { table, without } of DATA_EXPORTS) {
      const known = Object.keys(getTableColumns(table));
      expect(without.filter((key) => !known.includes(key))).toEqual([]);
    }
  });

  test('leaves out the recorded columns', () => {
    const left = DATA_EXPORTS.map(({ section, table, without }) => [
      section,
      getTableName(table),
      ...without,
    ]);
    expect(left.map((names) => names.join(' '))).toMatchSnapshot();
  });

  test('returns account, orders, licences, apps, feedback and activities in one JSON document', async () => {
    const user = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
    const answer = await take(user);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.data).toMatchObject({
      format: 1,
      exported_at: SEED_NOW.toISOString(),
      filename: 'yunduo-data-2026-11-20.json',
    });
    const { sections } = answer.data;
    expect(sections.account).toEqual([
      expect.objectContaining({ id: user.user.id, email: user.email, birthday: '1993-04-18' }),
    ]);
    for (const section of ['sessions', 'consents', 'orders', 'licences', 'saved_apps', 'feedback']) {
      expect([section, (sections[section] as unknown[]).length > 0]).toEqual([section, true]);
    }
    for (const section of ['feedback_attachments', 'feedback_answers', 'activities', 'subscription']) {
      expect([section, (sections[section] as unknown[]).length > 0]).toEqual([section, true]);
    }
    expect(JSON.stringify(answer.data)).not.toContain(user.token);
    expect(JSON.stringify(answer.data)).not.toMatch(/\$argon2|private\//);
    const developer = await signedInAs(api, 'developer@yunduo.test', SEED_PASSWORD);
    const theirs = (await take(developer)).data.sections;
    expect((theirs.apps as unknown[]).length).toBeGreaterThan(3);
    expect((theirs.app_versions as unknown[]).length).toBeGreaterThan(3);
  });

  test('includes a developer’s review answers but no undecided suggestion', async () => {
    const { id, token } = await person(api, 'developer');
    const { versionId } = await versionOf(api, id);
    const suggestionId = await askForChanges(api, versionId, '请写清楚');
    const answered = { id: suggestionId, answer: '已经写在第二段' };
    expect((await api.call(devApp.suggestionAnswer, answered, { token })).code).toBe('OK');
    await submitAgain(api, id, versionId);
    const actor = { userId: null, name: 'reviewer', via: 'command', role: 'reviewer' } as const;
    await api.db.transaction((tx) =>
      addSuggestion(withTransaction(api.app, tx), { versionId, field: 'name', text: '还没有说', actor }),
    );
    const { sections } = (await api.call(userInfo.export, undefined, { token })).data;
    expect(sections.review_answers).toEqual([
      expect.objectContaining({ text: '请写清楚', answer: answered.answer }),
    ]);
    const timeline = sections.app_timeline as { action: string; text: string }[];
    expect(timeline.map(({ action, text }) => [action, text])).toEqual([
      ['submit', ''],
      ['request_changes', '还差一点'],
      ['submit', ''],
    ]);
    expect(JSON.stringify(sections)).not.toMatch(/还没有说|actor_id|reviewer_id/);
  });

  test.each(DATA_EXPORTS.map((one) => [one.section, one] as const))(
    'selects %s by the owner’s account or address',
    (_section, { table, of }) => {
      const owner = { id: 424_242, email: 'owner@example.com' };
      const { sql: text, params } = api.db.select().from(table).where(of(api.db, owner)).toSQL();
      const names = text.slice(text.indexOf(' where '));
      expect(names).toMatch(/"((from_|to_)?user_id|owner_id|developer_id|email)" = \$|"users"\."id" = \$/);
      expect(new Set(params)).toEqual(
        new Set(params.filter((one) => one === owner.id || one === owner.email)),
      );
      expect(params.length).toBeGreaterThan(0);
    },
  );

  test('contains no data of other users and returns 401 without a session', async () => {
    const who = await newcomer(api);
    const { sections } = (await take(who)).data;
    const text = JSON.stringify(sections);
    expect(text).not.toMatch(/yunduo\.test/);
    const empty = Object.entries(sections).filter(([, rows]) => (rows as unknown[]).length > 0);
    expect(empty.map(([section]) => section).toSorted()).toEqual([
      'account',
      'consents',
      'security_events',
      'sessions',
    ]);
    expect((await api.call(userInfo.export, undefined)).status).toBe(401);
  });

  test('allows ten exports per hour, then returns TOO_MANY_REQUESTS', async () => {
    const who = await newcomer(api);
    const codes: string[] = [];
    for (let more = 0; more < 11; more += 1) codes.push((await take(who)).code);
    expect(codes.slice(9)).toEqual(['OK', 'TOO_MANY_REQUESTS']);
  });
});

describe('mail preferences', () => {
  const read = (who: SignedIn) => api.call(userInfo.mailPreferences, undefined, { token: who.token });
  const write = (who: SignedIn, muted: never[] | (typeof MUTABLE_MAILS)[number][]) =>
    api.call(userInfo.saveMailPreferences, { muted }, { token: who.token });

  test('enables all mails by default and stores exactly the ones that their user muted', async () => {
    const who = await newcomer(api);
    const off = async () => (await read(who)).data.mails.filter(({ muted }) => muted).map(({ kind }) => kind);
    expect((await read(who)).data.mails.map(({ kind }) => kind)).toEqual([...MUTABLE_MAILS]);
    expect(await off()).toEqual([]);
    await write(who, ['feedback_answer', 'licence_reminder']);
    expect(await off()).toEqual(['licence_reminder', 'feedback_answer']);
    await write(who, ['feedback_answer', 'feedback_answer']);
    expect(await off()).toEqual(['feedback_answer']);
    await write(await newcomer(api), []);
    expect(await off()).toEqual(['feedback_answer']);
    await write(who, []);
    expect(await off()).toEqual([]);
  });

  test('rejects muting a mandatory mail and returns 401 without a session', async () => {
    const who = await newcomer(api);
    const answer = await write(who, ['password_changed' as never]);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await api.call(userInfo.mailPreferences, undefined)).status).toBe(401);
  });
});

/** An operator's audit entry, written in a transaction as by a service. */
const audited = (target: string, details: Record<string, unknown>) =>
  api.db.transaction((tx) =>
    tx
      .insert(schema.auditLog)
      .values({ at: SEED_NOW, actor: 'ops', via: 'command', action: 'user.note', target, details }),
  );

describe('account deletion', () => {
  test('deletes the rows of every table that references a user, except those in KEPT_AFTER_DELETION', () => {
    const staying = namingUsers.filter(({ onDelete }) => onDelete !== 'cascade').map(({ name }) => name);
    expect(staying.filter((name) => KEPT_AFTER_DELETION[name] === undefined)).toEqual([]);
    // `apps` alone would refuse: `erase` handles it.
    expect(namingUsers.filter(({ onDelete }) => onDelete === 'no action').map(({ name }) => name)).toEqual([
      'apps',
    ]);
  });

  test('requires the password and previews what it would remove and keep', async () => {
    const who = await newcomer(api);
    expect(await prepare(who, 'not-my-password1')).toMatchObject({
      status: 400,
      code: 'PASSWORD_WRONG',
      error: { fields: { password: 'password_wrong' } },
    });
    expect((await prepare(who)).data).toEqual({
      ready: true,
      blockers: [],
      removes: { live_licences: 0, apps: 0, feedback: 0, activities: 0, subscription: false },
      keeps: { orders: 0, apps: 0, consents: 2 },
      expires_in: EMAIL_CODE.ttl / 1000,
    });
    expect((await api.call(userInfo.index, undefined, { token: who.token })).status).toBe(200);
    expect((await api.call(userInfo.deletePrepare, { password: PASSWORD })).status).toBe(401);
    // The code comes in the language of the page.
    const subject = async () => (await api.mails()).find(({ to }) => to === who.email)?.subject;
    expect(await subject()).toMatch(/\p{Script=Han}/u);
    api.clock.advance(60_001);
    const english = { token: who.token, lang: 'en' } as const;
    expect((await api.call(userInfo.deletePrepare, { password: PASSWORD }, english)).data.ready).toBe(true);
    expect(await subject()).not.toMatch(/\p{Script=Han}/u);
  });

  test('is blocked by open orders, published apps, versions in review or a staff role, and sends no code', async () => {
    const blockersOf = async (email: string) => {
      const who = await signedInAs(api, email, SEED_PASSWORD);
      const { data } = await prepare(who, SEED_PASSWORD);
      expect([data.ready, data.expires_in, await codeSentTo(api, email)]).toEqual([false, null, null]);
      return data.blockers.map(({ kind }) => kind);
    };
    expect(await blockersOf('user@yunduo.test')).toEqual(['open_orders']);
    expect(await blockersOf('developer@yunduo.test')).toEqual(
      expect.arrayContaining(['apps_in_store', 'versions_in_review']),
    );
    expect(await blockersOf('operator@yunduo.test')).toEqual(['staff_role']);
  });

  test('looked at while it is blocked costs no code: every code of the hour is left once nothing blocks it', async () => {
    const who = await newcomer(api);
    const { orderNo } = await orderIn(api, who, 'pending');
    for (let looks = 0; looks <= EMAIL_CODE.perAddressHour; looks += 1)
      expect((await prepare(who)).data.ready).toBe(false);
    await api.call(order.cancel, { order_no: orderNo }, who);
    for (let codes = 0; codes < EMAIL_CODE.perAddressHour; codes += 1)
      expect((await prepare(who)).data.ready).toBe(true);
    expect((await prepare(who)).code).toBe('TOO_MANY_REQUESTS');
  });

  test.each([
    ['pending', true],
    ['failed', true],
    ['refund_requested', true],
    ['paid', false],
    ['cancelled', false],
    ['refunded', false],
  ] as const)('an order in state %s blocks it: %s', async (status, blocks) => {
    const who = await newcomer(api);
    await orderIn(api, who, status);
    const { data } = await prepare(who);
    expect(data).toMatchObject({
      ready: !blocks,
      blockers: blocks ? [{ kind: 'open_orders', count: 1 }] : [],
      keeps: { orders: 1 },
    });
  });

  test('previews the licences that still work, and a subscription only once it is confirmed', async () => {
    const who = await newcomer(api);
    const owner = { id: who.user.id, email: who.email };
    for (const situation of ['bound', 'permanent', 'expired', 'revoked'] as const)
      await licenceIn(api, owner, situation);
    // A blocked deletion sends no code, which could be requested once a minute only.
    await api.db.insert(schema.userRoles).values({ userId: owner.id, role: 'reviewer', grantedAt: SEED_NOW });
    const removes = async () => (await prepare(who)).data.removes;
    const subscriber = { email: who.email, locale: 'zh', createdAt: SEED_NOW, changedAt: SEED_NOW } as const;
    await api.db.insert(schema.subscribers).values(subscriber);
    expect(await removes()).toMatchObject({ live_licences: 2, subscription: false });
    await api.db
      .update(schema.subscribers)
      .set({ state: 'confirmed', confirmedAt: SEED_NOW })
      .where(eq(schema.subscribers.email, who.email));
    expect(await removes()).toMatchObject({ live_licences: 2, subscription: true });
  });

  test('requires the mailed code, which expires after five wrong tries or ten minutes', async () => {
    const who = await newcomer(api);
    await prepare(who);
    const code = (await codeSentTo(api, who.email)) ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < EMAIL_CODE.tries; tries += 1) {
      expect(await confirm(who, wrong)).toMatchObject({ status: 400, code: 'CODE_INVALID' });
    }
    expect((await confirm(who, code)).code).toBe('CODE_INVALID');
    await prepare(who);
    const next = (await codeSentTo(api, who.email)) ?? '';
    api.clock.advance(EMAIL_CODE.ttl);
    expect((await confirm(who, next)).code).toBe('CODE_INVALID');
    api.clock.set(SEED_NOW);
    expect((await confirm(await newcomer(api), next)).code).toBe('CODE_INVALID');
    expect((await api.call(userInfo.index, undefined, { token: who.token })).status).toBe(200);
  });

  test('returns DELETION_BLOCKED if a staff role was granted after the code was sent', async () => {
    const who = await newcomer(api);
    await prepare(who);
    await api.db
      .insert(schema.userRoles)
      .values({ userId: who.user.id, role: 'reviewer', grantedAt: SEED_NOW });
    const code = (await codeSentTo(api, who.email)) ?? '';
    expect(await confirm(who, code)).toMatchObject({ status: 400, code: 'DELETION_BLOCKED' });
    await api.db.delete(schema.userRoles).where(eq(schema.userRoles.userId, who.user.id));
    expect((await confirm(who, code)).code).toBe('OK');
  });

  test('removes the user’s personal data from every table and deletes their files', async () => {
    const who = await newcomer(api);
    const { id } = who.user;
    const token = { token: who.token };
    const nickname = 'Wanderfalke7';
    await api.call(userInfo.saveUser, { nickname, gender: 'secret', birthday: '1990-01-02' }, token);
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#27b2bc' } })
      .png()
      .toBuffer();
    const form = () => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(picture)]), 'Wanderfalke7.png');
      return body;
    };
    await api.call(userInfo.uploadHeadImg, form(), token);
    const attachment = (await api.call(feedback.upload, form(), token)).data;
    await api.call(
      feedback.submit,
      {
        type: 'other',
        title: nickname,
        description: nickname,
        attachment_ids: [attachment.id],
        contact: { kind: 'wechat', value: nickname },
        captcha_ticket: await ticketFor(api, 'feedback'),
      },
      token,
    );
    const { data: now } = await api.call(activity.current, undefined);
    await api.call(activity.join, { id: now.activity?.id ?? 0 }, token);
    const input = {
      email: who.email,
      locale: 'zh' as const,
      captcha_ticket: await ticketFor(api, 'subscribe'),
    };
    await api.call(subscribe.create, input, { ip: someIp() });
    // Delivered before the code, which is read from the newest mail.
    await api.mails();
    const store = (await api.call(appStore.list, {})).data.list[0]?.id ?? 0;
    await api.db.insert(schema.savedApps).values({ userId: id, appId: store, createdAt: SEED_NOW });
    const report = {
      appId: store,
      version: '1.0.0',
      reason: 'broken' as const,
      text: 'It stops.',
      reporterHash: 'x',
      day: '2026-11-20',
      createdAt: SEED_NOW,
    };
    await api.db.insert(schema.appReports).values([
      { ...report, userId: id, email: `former.${who.email}` },
      { ...report, userId: null, email: who.email, reporterHash: 'y' },
    ]);
    await audited(`user:${id}`, { to: who.email, note: 'a "quote"' });
    const draft = await createApp(api.db, {
      now: SEED_NOW,
      developerId: id,
      name: { zh: nickname, en: nickname },
      versions: [{ version: '0.1.0', reviewStatus: 'draft' }],
    });
    const past = await createApp(api.db, {
      now: SEED_NOW,
      developerId: id,
      status: 'unpublished',
      name: { zh: '旧应用', en: 'Former app' },
    });
    expect((await tablesWith(nickname)).toSorted()).toEqual(
      expect.arrayContaining(['apps', 'feedback_attachments', 'feedback_tickets', 'users']),
    );
    const [stored] = await api.db
      .select()
      .from(schema.feedbackAttachments)
      .where(eq(schema.feedbackAttachments.id, attachment.id));
    const [row] = await api.db.select().from(schema.users).where(eq(schema.users.id, id));
    const files = [stored?.file ?? '', stored?.preview ?? '', `${row?.headImage}-320.webp`];
    for (const file of files) expect(await api.app.files.size(file)).toBeGreaterThan(0);

    const outlook = await deleted(who);
    expect(outlook).toMatchObject({
      removes: { apps: 1, feedback: 1, activities: 1, subscription: false },
      keeps: { apps: 1 },
    });

    expect(await tablesWith(nickname)).toEqual([]);
    await api.mails();
    // The trial's mailbox represents the mail server: sent mails stay there.
    expect(await tablesWith(who.email)).toEqual(['dev_mails']);
    for (const file of files) expect(await api.app.files.size(file)).toBeNull();
    for (const { name } of namingUsers) {
      const table = tables.find((one) => getTableName(one) === name);
      if (!table) throw new Error(name);
      for (const key of getTableConfig(table).foreignKeys) {
        const { foreignTable, columns } = key.reference();
        const column = columns[0];
        if (getTableName(foreignTable) !== 'users' || !column) continue;
        expect([name, await api.db.$count(table, eq(column, id))]).toEqual([name, 0]);
      }
    }
    expect(await api.db.$count(schema.apps, eq(schema.apps.id, draft.id))).toBe(0);
    const [left] = await api.db.select().from(schema.apps).where(eq(schema.apps.id, past.id));
    expect([left?.developerId, left?.source, left?.name.en]).toEqual([null, 'user', 'Former app']);
    const [log] = await api.db
      .select()
      .from(schema.auditLog)
      .where(eq(schema.auditLog.target, `user:${id}`));
    expect(log?.details).toEqual({ to: NOBODY, note: 'a "quote"' });
  });

  test('forgets the invitations that the user opened, and codes mailed to another address for them', async () => {
    const [who, stays] = [await newcomer(api), await newcomer(api)];
    const [invitation] = await api.db.select().from(schema.invitations).limit(1);
    const invitationId = invitation?.id ?? 0;
    const [artefact] = await api.db.select().from(schema.artefacts).limit(1);
    const [agreement] = await api.db.select().from(schema.protocolVersions).limit(1);
    const newAddress = 'next.address@example.com';
    for (const { user } of [who, stays]) {
      const visitor = `user:${user.id}`;
      await api.db.insert(schema.invitationVisits).values({ invitationId, visitor, spentAt: SEED_NOW });
      await api.db.insert(schema.downloadClaims).values({
        invitationId,
        artefactId: artefact?.id ?? 0,
        userId: user.id,
        visitor,
        protocol: agreement?.slug ?? 'user-agreement',
        protocolVersion: agreement?.version ?? '',
        agreedAt: SEED_NOW,
      });
      await api.db.insert(schema.emailCodes).values({
        email: newAddress,
        scene: 'USER_INFO_CHANGE_EMAIL',
        subject: user.id,
        codeHash: 'none',
        createdAt: SEED_NOW,
        expiresAt: SEED_NOW,
      });
    }
    const visitors = async (table: typeof schema.invitationVisits | typeof schema.downloadClaims) =>
      (await api.db.select({ visitor: table.visitor }).from(table)).map(({ visitor }) => visitor);
    await deleted(who);
    const [gone, left] = [`user:${who.user.id}`, `user:${stays.user.id}`];
    for (const table of [schema.invitationVisits, schema.downloadClaims] as const) {
      const found = await visitors(table);
      expect([found.includes(gone), found.includes(left)]).toEqual([false, true]);
    }
    const codes = await api.db
      .select()
      .from(schema.emailCodes)
      .where(eq(schema.emailCodes.email, newAddress));
    expect(codes.map(({ subject }) => subject)).toEqual([stays.user.id]);
  });

  test('may take 20 s a statement, whatever a call may', async () => {
    for (const statement of [
      sql`create table taken (value text)`,
      sql`create function note_time() returns trigger language plpgsql as $$ begin
        insert into taken values (current_setting('statement_timeout')); return null; end $$`,
      sql`create trigger note_time after insert on account_closures for each row execute function note_time()`,
    ])
      await api.db.execute(statement);
    try {
      await deleted(await newcomer(api));
      expect((await api.db.execute(sql`select value from taken`)).rows).toEqual([{ value: '20s' }]);
    } finally {
      await api.db.execute(sql`drop function note_time cascade`);
      await api.db.execute(sql`drop table taken`);
    }
  });

  test('keeps a picture of a deleted draft that another app uses', async () => {
    const who = await newcomer(api);
    const versions = [{ version: '0.1.0', reviewStatus: 'draft' as const }];
    const draft = await createApp(api.db, { now: SEED_NOW, developerId: who.user.id, versions });
    const neighbour = await createApp(api.db, { now: SEED_NOW });
    const picture = (appId: number, name: string) => ({
      appId,
      kind: 'screenshot' as const,
      stem: { zh: `screenshots/${name}`, en: `screenshots/${name}` },
      width: 640,
      height: 400,
      createdAt: SEED_NOW,
    });
    const names = ['of-the-draft', 'of-two-apps', 'of-a-store-page'];
    await api.db.insert(schema.appPictures).values(names.map((name) => picture(draft.id, name)));
    await api.db.insert(schema.appPictures).values(picture(neighbour.id, 'of-two-apps'));
    const stem = { zh: 'screenshots/of-a-store-page', en: 'screenshots/of-a-store-page' };
    const alt = { zh: '图', en: 'Shot' };
    await api.db
      .insert(schema.appScreenshots)
      .values({ appId: neighbour.id, position: 9, stem, width: 640, height: 400, alt });
    const fileOf = (name: string) => `screenshots/${name}-${PICTURE_WIDTHS[0]}.webp`;
    for (const name of names) await api.app.files.put(fileOf(name), Buffer.from('a picture'));
    await deleted(who);
    const stored = await Promise.all(
      names.map(async (name) => (await api.app.files.size(fileOf(name))) !== null),
    );
    expect(stored).toEqual([false, true, true]);
  });

  test('counts no wrong password of the deleted account against the next owner of its address', async () => {
    const who = await newcomer(api);
    await prepare(who);
    const code = (await codeSentTo(api, who.email)) ?? '';
    for (let tries = 0; tries < SIGN_IN.failuresForCaptcha; tries += 1) {
      const form = { email: who.email, password: 'Not-the-one7', agree: true };
      expect((await api.call(userAuth.login, form, { ip: someIp() })).code).toBe('CREDENTIALS_INVALID');
    }
    expect((await confirm(who, code)).code).toBe('OK');
    // The notice arrives before the next code, which is read from the newest mail.
    await api.mails();
    try {
      api.clock.advance(60_001);
      await registered(api, who.email);
      expect((await signedInAs(api, who.email)).email).toBe(who.email);
    } finally {
      api.clock.set(SEED_NOW);
    }
  });

  test('changes no row of the seeded accounts', async () => {
    const before = await stateOf(api.db);
    await deleted(await newcomer(api));
    const changed = changedTables(before, await stateOf(api.db));
    expect(changed.filter((name) => name.startsWith('public.') && !name.includes('mail'))).toEqual([
      'public.account_closures',
      'public.site_settings',
    ]);
  });

  test('replays the response to a retry with the same key and token, without storing user or token', async () => {
    const who = await newcomer(api);
    await prepare(who);
    const code = (await codeSentTo(api, who.email)) ?? '';
    const key = 'the-key-of-one-deletion';
    const send = (token: string, headers = {}) =>
      api.call(userInfo.deleteConfirm, { code }, { token, headers });
    const again = () => send(who.token, { 'idempotency-key': key });
    expect([(await again()).code, (await again()).code]).toEqual(['OK', 'OK']);
    const notices = (await api.mails()).filter(({ to }) => to === who.email);
    expect(notices.filter(({ text }) => !text.includes(code))).toHaveLength(1);
    expect(await tablesWith(who.email)).toEqual(['dev_mails']);
    const [stored] = await api.db
      .select()
      .from(schema.idempotencyKeys)
      .where(eq(schema.idempotencyKeys.key, key));
    expect([stored?.userId, JSON.stringify(stored).includes(who.token)]).toEqual([null, false]);
    // Neither key nor token alone is enough, nor with another body.
    const other = await newcomer(api);
    const answers = [
      await send(who.token),
      await send(who.token, { 'idempotency-key': 'another-key' }),
      await send('', { 'idempotency-key': key }),
    ];
    expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => 'UNAUTHENTICATED'));
    expect((await send(other.token, { 'idempotency-key': key })).code).toBe('CODE_INVALID');
    const conflict = { token: who.token, headers: { 'idempotency-key': key } };
    expect((await api.call(userInfo.deleteConfirm, { code: '1' }, conflict)).code).toBe(
      'IDEMPOTENCY_CONFLICT',
    );
  });

  test('returns OK to three concurrent requests with one idempotency key', async () => {
    const who = await newcomer(api);
    await prepare(who);
    const code = (await codeSentTo(api, who.email)) ?? '';
    const caller = { token: who.token, headers: { 'idempotency-key': 'deleted-by-several' } };
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => api.call(userInfo.deleteConfirm, { code }, caller)),
    );
    expect(answers.map((answer) => answer.code)).toEqual(['OK', 'OK', 'OK']);
  });

  test('removes the address from other users’ rows and declines a pending licence offer', async () => {
    const who = await signedInAs(api, 'plain@yunduo.test', SEED_PASSWORD);
    expect(await tablesWith(who.email)).toEqual(
      expect.arrayContaining(['licence_transfers', 'licence_events']),
    );
    await deleted(who, SEED_PASSWORD);
    await api.mails();
    expect(await tablesWith(who.email)).toEqual(['dev_mails']);
    const [offer] = await api.db
      .select()
      .from(schema.licenceTransfers)
      .where(eq(schema.licenceTransfers.toEmail, NOBODY));
    expect(offer).toMatchObject({ status: 'declined', toUserId: null, decidedAt: SEED_NOW });
  });

  test('keeps the licence offers to an earlier owner of the address, and out of the export', async () => {
    const [sender, earlier, who] = [await newcomer(api), await newcomer(api), await newcomer(api)];
    const offer = async () => {
      const { id } = await licenceIn(api, sender.user, 'unused');
      const input = { id, to_email: who.email };
      const { transfer } = (await api.call(authCode.transfer, input, { token: sender.token })).data;
      return transfer?.id ?? 0;
    };
    const change = (id: number, values: Partial<typeof schema.licenceTransfers.$inferInsert>) =>
      api.db.update(schema.licenceTransfers).set(values).where(eq(schema.licenceTransfers.id, id));
    const [kept, expired, declined] = [await offer(), await offer(), await offer()];
    await change(kept, { toUserId: earlier.user.id });
    await change(expired, { expiresAt: SEED_NOW });
    const { sections } = (await take(who)).data;
    const exported = sections['licence_transfers'] as { id: number }[];
    expect(new Set(exported.map(({ id }) => id))).toEqual(new Set([expired, declined]));
    await deleted(who);
    const rows = await api.db
      .select({ id: schema.licenceTransfers.id, status: schema.licenceTransfers.status })
      .from(schema.licenceTransfers)
      .where(eq(schema.licenceTransfers.fromUserId, sender.user.id))
      .orderBy(schema.licenceTransfers.id);
    expect(rows).toEqual([
      { id: kept, status: 'offered' },
      { id: expired, status: 'offered' },
      { id: declined, status: 'declined' },
    ]);
    const { incoming } = (await api.call(authCode.my, {}, { token: earlier.token })).data;
    expect(incoming.map(({ id }) => id)).toEqual([kept]);
  });

  test('mails the recipients of the account’s open licence offers that these are withdrawn', async () => {
    const [who, taker, former] = [await newcomer(api), await newcomer(api), await newcomer(api)];
    const licence = async (to: string) => {
      const { id } = await licenceIn(api, { id: who.user.id, email: who.email }, 'unused');
      return (await api.call(authCode.transfer, { id, to_email: to }, { token: who.token })).data;
    };
    const cancelled = await licence(former.email);
    await api.call(
      authCode.transferCancel,
      { transfer_id: cancelled.transfer?.id ?? 0 },
      { token: who.token },
    );
    await licence(taker.email);
    await licence(taker.email);
    await deleted(who);
    const mails = (await api.mails()).filter(({ subject }) => subject === '授权码转让已取消');
    expect(mails.filter(({ to }) => to === taker.email)).toHaveLength(2);
    // Of the one that the owner had cancelled before.
    expect(mails.filter(({ to }) => to === former.email)).toHaveLength(1);
    expect((await api.call(authCode.my, {}, { token: taker.token })).data.incoming).toEqual([]);
  });

  test('keeps the unbind allowance of a licence that was transferred to another user', async () => {
    const who = await newcomer(api);
    const heir = await newcomer(api);
    const { id } = await licenceIn(api, { id: who.user.id, email: who.email }, 'unbound');
    await api.db.update(schema.licences).set({ userId: heir.user.id }).where(eq(schema.licences.id, id));
    const before = await unbindAllowance(api.app, id);
    expect(before.left).toBe(LICENCE_UNBIND.count - 1);
    await deleted(who);
    expect(await unbindAllowance(api.app, id)).toEqual(before);
    const events = await api.db
      .select()
      .from(schema.licenceEvents)
      .where(eq(schema.licenceEvents.licenceId, id));
    expect(events).toMatchObject([{ kind: 'unbound', ownerId: null, details: {} }]);
  });

  test('does not alter longer addresses that contain the deleted one', async () => {
    const who = await newcomer(api);
    const others = [`an${who.email}`, `o'${who.email}`, `${who.email}.cn`];
    const note = (address: string) => `first:\n${address}, then <${address}>.`;
    await audited('neighbours', { others, note: note(who.email), neighbours: others.map(note) });
    await deleted(who);
    const [log] = await api.db.select().from(schema.auditLog).where(eq(schema.auditLog.target, 'neighbours'));
    expect(log?.details).toEqual({ others, note: note(NOBODY), neighbours: others.map(note) });
  });

  test('keeps orders, payments and formerly published apps without the account', async () => {
    const who = await signedInAs(api, 'lighthouse@yunduo.test', SEED_PASSWORD);
    const own = eq(schema.apps.developerId, who.user.id);
    const bought = eq(schema.orders.userId, who.user.id);
    const orders = await api.db.select().from(schema.orders).where(bought);
    const payments = await api.db.$count(schema.payments);
    const apps = (await api.db.select().from(schema.apps).where(own)).filter((app) => app.firstPublishedAt);
    expect([orders.length > 0, apps.length > 0]).toEqual([true, true]);
    await api.db.update(schema.apps).set({ status: 'unpublished' }).where(own);
    await api.db
      .update(schema.appVersions)
      .set({ reviewStatus: 'withdrawn', dueAt: null })
      .where(eq(schema.appVersions.reviewStatus, 'in_review'));
    const outlook = await deleted(who, SEED_PASSWORD);
    expect(outlook.keeps).toMatchObject({ orders: orders.length, apps: apps.length });
    const [stored] = await api.db
      .select()
      .from(schema.orders)
      .where(eq(schema.orders.orderNo, orders[0]?.orderNo ?? ''));
    expect(stored).toEqual({ ...orders[0], userId: null });
    expect(await api.db.$count(schema.payments)).toBe(payments);
    const [app] = await api.db
      .select()
      .from(schema.apps)
      .where(eq(schema.apps.id, apps[0]?.id ?? 0));
    expect([app?.developerId, app?.source, app?.name]).toEqual([null, 'user', apps[0]?.name]);
  });

  test('succeeds if files cannot be removed; the job removes them later', async () => {
    const who = await newcomer(api);
    const stem = `avatars/${'0'.repeat(32)}`;
    await api.app.files.put(`${stem}-320.webp`, Buffer.from('a picture'));
    await api.db.update(schema.users).set({ headImage: stem }).where(eq(schema.users.id, who.user.id));
    const away = jest.spyOn(api.app.files, 'remove').mockRejectedValue(new Error('the store is away'));
    await deleted(who);
    away.mockRestore();
    expect(await api.app.files.size(`${stem}-320.webp`)).toBeGreaterThan(0);
    await removeDiscarded(api.app);
    expect(await api.app.files.size(`${stem}-320.webp`)).toBeNull();
  });

  test('ends all sessions, mails a confirmation and allows the address to register again', async () => {
    const who = await newcomer(api);
    const other = await signedInAs(api, who.email);
    await deleted(who);
    for (const { token } of [who, other]) {
      expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
    }
    const login = { email: who.email, password: PASSWORD, agree: true };
    expect((await api.call(userAuth.login, login, { ip: someIp() })).code).toBe('CREDENTIALS_INVALID');
    const mail = (await api.mails()).find(({ to }) => to === who.email);
    expect(mail?.subject).toContain('已注销');
    api.clock.advance(60_001);
    const again = await signedInAs(api, await registered(api, who.email));
    api.clock.set(SEED_NOW);
    expect(again.user.id).not.toBe(who.user.id);
  });

  test('keeps the accepted protocols for three years under a hash of the address', async () => {
    const who = await newcomer(api);
    await api.db.delete(schema.accountClosures);
    const agreed = await api.db
      .select()
      .from(schema.consents)
      .where(eq(schema.consents.userId, who.user.id))
      .orderBy(schema.consents.id);
    expect(agreed.map(({ protocol }) => protocol).toSorted()).toEqual(['privacy-policy', 'user-agreement']);
    // Given before the other one, but written after it.
    const earlier = new Date(SEED_NOW.getTime() - 86_400_000);
    const last = agreed.at(-1)?.id ?? 0;
    await api.db.update(schema.consents).set({ agreedAt: earlier }).where(eq(schema.consents.id, last));
    await deleted(who);
    const [closure] = await api.db.select().from(schema.accountClosures);
    expect(closure).toMatchObject({ closedAt: SEED_NOW });
    expect(closure?.consents).toEqual(
      agreed.toReversed().map(({ id, protocol, version, agreedAt }) => ({
        protocol,
        version,
        agreedAt: (id === last ? earlier : agreedAt).toISOString(),
      })),
    );
    expect(closure?.addressHash).toMatch(/^[0-9a-f]{64}$/);
    api.clock.advance(CLOSURE_KEPT);
    await api.app.jobs.runDue();
    expect(await api.db.$count(schema.accountClosures)).toBe(1);
    api.clock.advance(86_400_000);
    await api.app.jobs.runDue();
    expect(await api.db.$count(schema.accountClosures)).toBe(0);
    api.clock.set(SEED_NOW);
  });

  (onPostgres ? test : test.skip)(
    'succeeds when a search exceeds the default statement timeout',
    async () => {
      const who = await newcomer(api);
      await audited('slow', { note: who.email });
      // One row simulates millions: longer than a call's statement timeout (2.2 s).
      await api.db.execute(sql`
      create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(2.4); return new; end'
    `);
      await api.db.execute(
        sql`create trigger slow before update on audit_log for each row when (new.target = 'slow') execute function slow()`,
      );
      try {
        await deleted(who);
        const [log] = await api.db.select().from(schema.auditLog).where(eq(schema.auditLog.target, 'slow'));
        expect(log?.details).toEqual({ note: NOBODY });
      } finally {
        await api.db.execute(sql`drop function slow cascade`);
      }
    },
  );

  (onPostgres ? test : test.skip)(
    'returns OK to one of five concurrent requests and no 5xx to the others',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const who = await newcomer(api);
        await prepare(who);
        const code = (await codeSentTo(api, who.email)) ?? '';
        const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(who, code)));
        expect(answers.filter((answer) => answer.code === 'OK')).toHaveLength(1);
        expect(answers.every(({ status }) => status === 200 || status === 400 || status === 401)).toBe(true);
      }
    },
  );

  (onPostgres ? test : test.skip)(
    'leaves no participation behind when the user joins an activity concurrently',
    async () => {
      const { data } = await api.call(activity.current, undefined);
      for (let round = 0; round < 5; round += 1) {
        const who = await newcomer(api);
        await prepare(who);
        const code = (await codeSentTo(api, who.email)) ?? '';
        const answers = await Promise.all([
          confirm(who, code),
          ...Array.from({ length: 6 }, () =>
            api.call(activity.join, { id: data.activity?.id ?? 0 }, { token: who.token }),
          ),
        ]);
        expect(answers[0].code).toBe('OK');
        expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
        const joined = eq(schema.activityParticipations.userId, who.user.id);
        expect(await api.db.$count(schema.activityParticipations, joined)).toBe(0);
      }
    },
  );
});

test('store list matches the published apps after all deletions', async () => {
  expect(await wronglyListed(api.db)).toEqual([]);
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});
