import { activity, adminActivity, adminAudit, site, type AdminActivity } from '@yunduo/api-contract';
import { ACTIVITY } from '@yunduo/validation';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { activities, activityParticipations } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { daysBefore, SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';

let api: TestApp;
let operator: SignedIn;
let user: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
  user = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
});
afterAll(() => api.close());
afterEach(() => api.clock.set(SEED_NOW));

const both = (text: string) => ({ zh: text, en: text });
const inDays = (days: number) => daysBefore(SEED_NOW, -days);
const form = (from: Date, to: Date, title = 'Spring') => ({
  title: both(title),
  intro: both('intro'),
  html: both('<p onclick="x">text</p><script>alert(1)</script>'),
  terms: both('- once\n- <b>not html</b>'),
  starts_at: from.toISOString(),
  ends_at: to.toISOString(),
});
const save = (input: Parameters<typeof api.call<typeof adminActivity.save>>[1], token = operator.token) =>
  api.call(adminActivity.save, input, { token });
const saved = async (from: Date, to: Date): Promise<AdminActivity> => (await save(form(from, to))).data;
const detail = (id: number, token?: string) => api.call(activity.detail, { id }, token ? { token } : {});
const join = (id: number, token = user.token) => api.call(activity.join, { id }, { token });
const current = () => api.call(activity.current, undefined);
const revision = async () => (await api.call(site.info, undefined)).data.content_revision;

describe('current activity', () => {
  test('[R4.06] returns the running activity with its end and the server time', async () => {
    const { data } = await current();
    expect(data).toMatchObject({
      activity: {
        title: expect.stringContaining('年末服务器巡检'),
        state: 'in_progress',
        ends_at: inDays(12.25).toISOString(),
        joined_count: 2,
      },
      server_time: SEED_NOW.toISOString(),
    });
    expect(data.activity?.html).toContain('<h3>');
    expect(data.activity?.terms).toContain('<li>');
    const english = await api.call(activity.current, undefined, { lang: 'en' });
    expect(JSON.stringify(english.data)).not.toMatch(/\p{Script=Han}/u);
  });

  test('[R4.06] returns the next activity when none is running, or the last one when none is upcoming', async () => {
    api.clock.set(inDays(20));
    expect((await current()).data.activity).toMatchObject({ state: 'not_started', title: '元旦迁移周' });
    api.clock.set(inDays(60));
    const last = (await current()).data.activity;
    expect(last).toMatchObject({ state: 'ended', title: '元旦迁移周' });
    api.clock.set(new Date(last?.ends_at ?? 0));
    expect((await current()).data.activity).toMatchObject({ id: last?.id, state: 'ended' });
  });

  test('[R7.16] reads title and participants from the database', async () => {
    const before = (await current()).data.activity;
    const row = eq(activities.id, before?.id ?? 0);
    const [stored] = await api.db.select().from(activities).where(row);
    if (!stored) throw new Error('no activity');
    await api.db
      .update(activities)
      .set({ title: both('海雾周') })
      .where(row);
    const someone = await newcomer(api);
    const place = { activityId: stored.id, userId: someone.user.id, joinedAt: api.clock.now() };
    await api.db.insert(activityParticipations).values(place);
    try {
      expect((await current()).data.activity).toMatchObject({
        id: stored.id,
        title: '海雾周',
        joined_count: (before?.joined_count ?? 0) + 1,
      });
      expect((await detail(stored.id, someone.token)).data.joined_at).toBe(place.joinedAt.toISOString());
    } finally {
      await api.db.delete(activityParticipations).where(eq(activityParticipations.userId, someone.user.id));
      await api.db.update(activities).set({ title: stored.title }).where(row);
    }
    expect((await current()).data.activity).toEqual(before);
  });

  test('is cacheable, but never past the next start or end', async () => {
    const end = inDays(12.25).getTime();
    const maxAgeAt = async (moment: number) => {
      api.clock.set(new Date(moment));
      return (await current()).headers['cache-control'];
    };
    expect(await maxAgeAt(end - 60_000)).toBe(`public, max-age=${ACTIVITY.fresh / 1000}`);
    expect(await maxAgeAt(end - 4_200)).toBe('public, max-age=4');
    expect(await maxAgeAt(end - 1)).toBe('public, max-age=0');
    expect((await current()).data.activity?.state).toBe('in_progress');
    api.clock.set(new Date(end));
    expect((await current()).data.activity?.state).toBe('not_started');
  });

  test('returns null when there is no activity', async () => {
    const empty = await testApp();
    const { data } = await empty.call(activity.current, undefined);
    expect(data).toEqual({ activity: null, server_time: SEED_NOW.toISOString() });
    await empty.close();
  });
});

describe('overlapping activities', () => {
  const remove = (id: number) => api.db.delete(activities).where(eq(activities.id, id));
  const strip = async () => (await api.call(site.info, undefined)).data.activity?.id;

  test('[R4.06] show the one that ends first, on page and strip; on a tie, the older one', async () => {
    const longer = await saved(inDays(-1), inDays(10));
    const first = await saved(inDays(0), inDays(3));
    const twin = await saved(inDays(-2), inDays(3));
    try {
      expect((await current()).data.activity).toMatchObject({ id: first.id, state: 'in_progress' });
      expect(await strip()).toBe(first.id);
      const { data } = await api.call(adminActivity.list, { page_size: 100 }, { token: operator.token });
      // Operators see the latest end first; on a tie, the newer one.
      const made = [longer.id, twin.id, first.id];
      expect(data.list.flatMap(({ id }) => (made.includes(id) ? id : []))).toEqual(made);
      api.clock.set(new Date(inDays(3).getTime() - 1));
      expect((await current()).data.activity?.id).toBe(first.id);
      api.clock.set(inDays(3));
      expect((await current()).data.activity).toMatchObject({ id: longer.id, state: 'in_progress' });
      expect(await strip()).toBe(longer.id);
      expect((await detail(first.id)).data.activity.state).toBe('ended');
      api.clock.set(inDays(10));
      expect((await current()).data.activity?.title).toContain('年末服务器巡检');
    } finally {
      for (const { id } of [longer, first, twin]) await remove(id);
    }
  });

  test('[R4.06] show the one that ended last when all are over; on a tie, the newer one', async () => {
    const made = [
      await saved(inDays(40), inDays(58)),
      await saved(inDays(41), inDays(58)),
      await saved(inDays(42), inDays(57)),
    ];
    try {
      api.clock.set(inDays(60));
      expect((await current()).data.activity).toMatchObject({ id: made[1]?.id, state: 'ended' });
    } finally {
      for (const { id } of made) await remove(id);
    }
  });

  test('[R4.06] show the one that starts first while none has started, though it ends last', async () => {
    const later = await saved(inDays(61), inDays(70));
    const first = await saved(inDays(60.5), inDays(90));
    try {
      api.clock.set(inDays(60));
      expect((await current()).data.activity).toMatchObject({ id: first.id, state: 'not_started' });
    } finally {
      for (const { id } of [later, first]) await remove(id);
    }
  });

  test('count participants separately', async () => {
    const [one, other] = [await saved(inDays(-1), inDays(2)), await saved(inDays(-1), inDays(4))];
    const somebody = await newcomer(api);
    try {
      expect((await join(one.id, somebody.token)).data.joined_count).toBe(1);
      expect((await detail(other.id, somebody.token)).data).toMatchObject({
        activity: { joined_count: 0, state: 'in_progress' },
        joined_at: null,
      });
      expect((await join(other.id, somebody.token)).data.joined_count).toBe(1);
      expect((await detail(one.id, somebody.token)).data.activity.joined_count).toBe(1);
      api.clock.set(inDays(2));
      expect(await join(one.id)).toMatchObject({ code: 'ACTIVITY_ENDED' });
      expect((await join(other.id)).data.joined_count).toBe(2);
      const { data } = await api.call(adminActivity.list, { page_size: 100 }, { token: operator.token });
      const joined = (of: number) => data.list.find(({ id }) => id === of)?.joined_count;
      expect([joined(one.id), joined(other.id)]).toEqual([1, 2]);
      // The latest end first.
      const ends = data.list.map(({ ends_at }) => ends_at);
      expect(ends).toEqual(ends.toSorted().reverse());
    } finally {
      for (const { id } of [one, other]) {
        await api.db.delete(activityParticipations).where(eq(activityParticipations.activityId, id));
        await remove(id);
      }
    }
  });
});

describe('joining an activity', () => {
  test('[R4.06] is rejected before the start and from the end on, each with its own code', async () => {
    const { id } = await saved(inDays(1), inDays(2));
    expect(await join(id)).toMatchObject({
      status: 400,
      code: 'ACTIVITY_NOT_STARTED',
      msg: '活动尚未开始',
    });
    api.clock.set(inDays(1));
    expect((await join(id)).code).toBe('OK');
    api.clock.set(inDays(2));
    const someone = await newcomer(api);
    expect(await join(id, someone.token)).toMatchObject({ code: 'ACTIVITY_ENDED', msg: '活动已经结束' });
    expect((await detail(id, user.token)).data).toMatchObject({
      activity: { state: 'ended', joined_count: 1 },
      joined_at: inDays(1).toISOString(),
    });
  });

  test('counts once and returns the first joined_at on repeat', async () => {
    const { id } = await saved(inDays(-1), inDays(1));
    const first = await join(id);
    api.clock.advance(5_000);
    expect((await join(id)).data).toEqual({ joined_at: first.data.joined_at, joined_count: 1 });
  });

  test('shows joined_at to the participant only; others see the count', async () => {
    const { id } = await saved(inDays(-1), inDays(1));
    await join(id);
    const mine = await detail(id, user.token);
    expect([mine.data.joined_at, mine.headers['cache-control']]).toEqual([
      SEED_NOW.toISOString(),
      'no-store',
    ]);
    const stranger = await detail(id, operator.token);
    expect([stranger.data.joined_at, stranger.data.activity.joined_count]).toEqual([null, 1]);
    const nobody = await detail(id);
    expect([nobody.data.joined_at, nobody.headers['cache-control']]).toEqual([null, 'public, max-age=10']);
    expect((await api.call(activity.join, { id })).status).toBe(401);
    api.clock.set(new Date(inDays(1).getTime() - 3_000));
    expect((await detail(id)).headers['cache-control']).toBe('public, max-age=3');
  });

  test('returns 404 for an unknown activity', async () => {
    expect(await join(999_999)).toMatchObject({ status: 404, code: 'ACTIVITY_NOT_FOUND' });
    expect((await detail(999_999)).status).toBe(404);
  });

  (onPostgres ? test : test.skip)('counts one participation for twenty concurrent requests', async () => {
    const { id } = await saved(inDays(-1), inDays(1));
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(id)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['OK']));
    expect(await api.db.$count(activityParticipations, eq(activityParticipations.activityId, id))).toBe(1);
  });
});

describe('operators', () => {
  test('[R1.05] save an activity: HTML is sanitised, Markdown terms rendered, content revision bumped', async () => {
    const before = await revision();
    const { data } = await save(form(inDays(-1), inDays(1)));
    expect(data).toMatchObject({ revision: 1, state: 'in_progress', html: both('<p>text</p>') });
    expect((await detail(data.id)).data.activity.terms).toBe(
      '<ul><li>once</li><li>&lt;b&gt;not html&lt;/b&gt;</li></ul>',
    );
    expect(await revision()).toBe(before + 1);
    const log = await api.call(adminAudit.list, { target: `activity:${data.id}` }, { token: operator.token });
    expect(log.data.list.map(({ action, actor }) => [action, actor])).toEqual([
      ['activity.create', 'operator@yunduo.test'],
    ]);
  });

  test('get EDIT_CONFLICT for the second of two edits of the same revision', async () => {
    const { id, revision: read } = await saved(inDays(-1), inDays(1));
    const edit = (title: string) => save({ ...form(inDays(-1), inDays(1), title), id, revision: read });
    expect((await edit('first')).data).toMatchObject({ revision: 2, title: both('first') });
    const log = await api.call(adminAudit.list, { target: `activity:${id}` }, { token: operator.token });
    expect(log.data.list.map(({ action }) => action)).toEqual(['activity.edit', 'activity.create']);
    expect(await edit('second')).toMatchObject({
      status: 400,
      code: 'EDIT_CONFLICT',
      error: { revision: 2 },
    });
    expect((await detail(id)).data.activity.title).toBe('first');
    expect(await save({ ...form(inDays(0), inDays(1)), id })).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await save({ ...form(inDays(0), inDays(1)), id: 999_999, revision: 1 })).status).toBe(404);
  });

  test('withdraw an activity: detail and join return 404, page and strip show another, participants remain', async () => {
    const { id, revision: read } = await saved(inDays(-1), inDays(0.5));
    const far = await saved(inDays(50), inDays(55));
    const shown = async () => [
      (await current()).data.activity?.id,
      (await api.call(site.info, undefined)).data.activity?.id,
    ];
    expect(await shown()).toEqual([id, id]);
    await join(id);
    const withdraw = (seen = read) =>
      api.call(adminActivity.withdraw, { id, revision: seen }, { token: operator.token });
    expect(await withdraw(2_147_483_648)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect((await withdraw()).data).toMatchObject({
      withdrawn_at: SEED_NOW.toISOString(),
      joined_count: 1,
    });
    expect([(await detail(id)).status, (await join(id)).status]).toEqual([404, 404]);
    expect(await shown()).not.toContain(id);
    await api.call(adminActivity.withdraw, { id: far.id, revision: 1 }, { token: operator.token });
    api.clock.set(inDays(60));
    expect(await shown()).not.toContain(far.id);
    api.clock.set(SEED_NOW);
    for (const seen of [read, read + 1])
      expect(await withdraw(seen)).toMatchObject({ status: 400, code: 'STATE_CHANGED' });
    const { data } = await api.call(adminActivity.list, {}, { token: operator.token });
    expect(data.list.find((one) => one.id === id)?.withdrawn_at).not.toBeNull();
    const { data: alone } = await api.call(adminActivity.list, { id }, { token: operator.token });
    expect([alone.total, alone.list.map((one) => one.id)]).toEqual([1, [id]]);
    expect(new Set(data.list.map(({ state }) => state))).toEqual(
      new Set(['not_started', 'in_progress', 'ended']),
    );
  });

  test.each([
    ['the end is the start', { ends_at: SEED_NOW.toISOString() }, { ends_at: 'activity_dates_invalid' }],
    ['one language is missing', { title: { zh: '春', en: '' } }, { title: 'text_required_both' }],
    ['a title is too long', { title: both('长'.repeat(61)) }, { 'title.zh': 'text_length' }],
    [
      'half of the rich text is missing',
      { html: { zh: '<p>a</p>', en: '' } },
      { html: 'text_required_both' },
    ],
    [
      'half of the rich text is only a script',
      { html: { zh: '<script>alert(1)</script>', en: '<p>a</p>' } },
      { 'html.zh': 'text_required_both' },
    ],
    [
      'half of the terms show nothing',
      { terms: { zh: '只限新用户', en: '-' } },
      { 'terms.en': 'text_required_both' },
    ],
  ])('get a field error when %s', async (_, change, fields) => {
    const answer = await save({ ...form(SEED_NOW, inDays(1)), ...change });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.error.fields).toMatchObject(fields);
  });

  test('alone may save, withdraw and list: 401 without a session, 403 for members', async () => {
    const input = form(SEED_NOW, inDays(1));
    const calls = (caller: object) => [
      api.call(adminActivity.save, input, caller),
      api.call(adminActivity.withdraw, { id: 1, revision: 1 }, caller),
      api.call(adminActivity.list, {}, caller),
    ];
    const statuses = async (caller: object) => (await Promise.all(calls(caller))).map(({ status }) => status);
    expect(await statuses({})).toEqual([401, 401, 401]);
    expect(await statuses({ token: user.token })).toEqual([403, 403, 403]);
  });
});

test('database rejects an activity that does not end after its start', async () => {
  const words = { title: both('x'), intro: both('x'), html: both(''), terms: both('') };
  const dates = { startsAt: SEED_NOW, endsAt: SEED_NOW, createdAt: SEED_NOW, updatedAt: SEED_NOW };
  await expect(api.db.insert(activities).values({ ...words, ...dates })).rejects.toThrow();
});

describe('activity job', () => {
  test('bumps the content revision once when an activity starts or ends', async () => {
    await api.app.jobs.runDue();
    const before = await revision();
    const tick = async (moment: Date) => {
      api.clock.set(moment);
      await api.app.jobs.runDue();
      return revision();
    };
    expect(await tick(inDays(0.01))).toBe(before);
    expect(await tick(inDays(12.25))).toBe(before + 1);
    expect(await tick(inDays(12.26))).toBe(before + 1);
    expect(await tick(inDays(38))).toBe(before + 2);
  });
});
