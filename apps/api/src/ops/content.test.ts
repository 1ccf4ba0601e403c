import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  activity,
  feedback,
  homeArticle,
  protocol,
  subscribe,
  type AdminActivity,
  type AdminArticle,
  type AdminFeedback,
} from '@yunduo/api-contract';
import { LOCALES } from '@yunduo/i18n';
import { ARTICLE_PLACES } from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { asc, desc, eq } from 'drizzle-orm';
import { auditLog, subscribers } from '../db/schema/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { daysBefore, SEED_PASSWORD } from '../testing/builders.ts';
import { SEED_NOW } from '../testing/environment.ts';
import { opsOf } from '../testing/ops.ts';
import { signedInAs } from '../testing/people.ts';

let api: TestApp;
let folder: string;
let ops: ReturnType<typeof opsOf>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  folder = await mkdtemp(join(tmpdir(), 'yunduo-ops-'));
  ops = opsOf(api, { user: 'deploy', cwd: folder });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const lastAudit = async () => (await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const both = (text: string) => ({ zh: text, en: text });

describe('ops content', () => {
  const onPage = async (id: number) =>
    (await api.call(homeArticle.specialArticle, { use_to: 'banner' })).data.list.find((one) => one.id === id)
      ?.title;

  test('shows an article, publishes it from a file and archives it', async () => {
    const list = (await ops('content list --place banner --json')).json<AdminArticle[]>();
    const id = list[0]?.id ?? 0;
    const file = (await ops(`content show --id ${id} --json`)).json<{ title: object }>();
    await write('article.json', { ...file, title: both('From a file') });
    const done = await ops('content publish --file article.json --json');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(await onPage(id)).toBe('From a file');
    expect(await lastAudit()).toMatchObject({ actor: 'deploy', via: 'command', action: 'article.publish' });
    // The file now has an outdated revision.
    expect((await ops('content save --file article.json')).err).toContain('(EDIT_CONFLICT)');
    for (const verb of ['archive', 'publish'])
      expect((await ops(`content ${verb} --id ${id} --revision 1`)).err).toContain('(EDIT_CONFLICT)');
    expect((await ops(`content archive --id ${id}`)).code).toBe(0);
    expect(await onPage(id)).toBeUndefined();
    expect((await ops(`content publish --id ${id}`)).code).toBe(0);
    expect(await onPage(id)).toBe('From a file');
  });

  test.each([
    ['none.json', null, 'none.json cannot be read (ENOENT)'],
    ['text.json', 'hello', 'text.json is not JSON'],
    ['list.json', [], 'list.json holds no object'],
    ['half.json', { id: 3 }, 'names an id without the revision'],
    ['large.json', { id: 3_000_000_000, revision: 1 }, 'names an id without the revision'],
    ['empty.json', {}, '(VALIDATION_FAILED)'],
    ['nul.json', { title: both('a\0b') }, 'nul.json has characters that cannot be stored, in title'],
    ['emoji.json', { html: both('\ud83d') }, 'emoji.json has characters that cannot be stored, in html'],
  ])('rejects an unusable file: %s', async (name, content, words) => {
    if (content !== null) await write(name, content);
    const answer = await ops(`content save --file ${name}`);
    expect([answer.code, answer.out]).toEqual([1, '']);
    expect(answer.err).toContain(words);
  });

  test('reads a file with a byte order mark, and rejects one that is not UTF-8', async () => {
    const form = { use_to: 'banner', title: both('title') };
    await writeFile(join(folder, 'mark.json'), `\ufeff${JSON.stringify(form)}`);
    expect((await ops('content save --file mark.json')).code).toBe(0);
    for (const wrong of [
      Buffer.from(JSON.stringify(form), 'utf16le'),
      Buffer.from([0x7b, 0xe9, 0x7d]),
      Buffer.from('{\0}'),
    ]) {
      await writeFile(join(folder, 'wrong.json'), wrong);
      expect((await ops('content save --file wrong.json')).err).toBe(
        'error: wrong.json is no text in UTF-8\n',
      );
    }
  });

  test.each(ARTICLE_PLACES)(
    'saving the shown file of every seeded article of %s changes nothing, in both languages',
    async (place) => {
      const shown = async () =>
        Promise.all(
          LOCALES.map(
            async (lang) =>
              (await api.call(homeArticle.specialArticle, { use_to: place }, { lang })).data.list,
          ),
        );
      const before = await shown();
      const list = (await ops(`content list --place ${place} --json`)).json<AdminArticle[]>();
      expect(list.length).toBeGreaterThan(0);
      for (const { id, status } of list) {
        const file = (await ops(`content show --id ${id} --json`)).json<Record<string, unknown>>();
        await write('round.json', file);
        const command = status === 'published' ? 'publish' : 'save';
        for (const lang of LOCALES) {
          const answer = await ops(`content ${command} --file round.json --json --lang ${lang}`);
          expect([id, lang, answer.code, answer.err]).toEqual([id, lang, 0, '']);
          const again = (await ops(`content show --id ${id} --json`)).json<Record<string, unknown>>();
          const { revision, ...content } = again;
          expect(content).toEqual({ ...file, revision: undefined });
          await write('round.json', { ...content, revision });
        }
      }
      expect(await shown()).toEqual(before);
    },
  );

  test('schedules a draft, shows its times, and cancels', async () => {
    const [{ id, content } = { id: 0, content: {} }] = (await ops('content list --place banner --json')).json<
      AdminArticle[]
    >();
    const { revision } = (await ops(`content show --id ${id} --json`)).json<{ revision: number }>();
    await write('draft.json', { id, revision, ...content, picture_url: undefined, position: 7 });
    expect((await ops('content save --file draft.json')).code).toBe(0);
    const done = await ops(
      `content schedule --id ${id} --from 2026-12-01T08:00:00+08:00 --to 2027-01-01 --json`,
    );
    expect(done.json<AdminArticle>().schedule).toMatchObject({
      publish_at: '2026-12-01T00:00:00.000Z',
      end_at: '2026-12-31T16:00:00.000Z',
    });
    expect(await lastAudit()).toMatchObject({ via: 'command', action: 'article.schedule' });
    expect((await ops(`content schedule --id ${id} --from 2020-01-01`)).err).toContain('(VALIDATION_FAILED)');
    const neither = await ops(`content schedule --id ${id}`);
    expect(neither.code).toBe(1);
    expect(neither.err).toContain('(VALIDATION_FAILED)\n  publish_at: ');
    expect((await ops(`content schedule --id ${id} --from tomorrow`)).err).toContain('A day (2026-12-01)');
    const cancelled = await ops(`content unschedule --id ${id} --json`);
    expect(cancelled.json<AdminArticle>().schedule).toBeNull();
    expect((await ops(`content unschedule --id ${id}`)).err).toContain('(STATE_CHANGED)');
  });

  test('publish needs --id or --file', async () => {
    expect((await ops('content publish')).err).toBe('error: either --id or --file is needed\n');
    expect((await ops('content publish --id 999999')).err).toContain('(ARTICLE_NOT_FOUND)');
  });
});

describe('ops activity', () => {
  const file = {
    title: both('Spring'),
    intro: both('intro'),
    html: both('<p>x</p>'),
    terms: both('- once'),
    starts_at: daysBefore(SEED_NOW, 1).toISOString(),
    ends_at: daysBefore(SEED_NOW, -1).toISOString(),
  };

  test('saves from a file, lists, and withdraws with --yes', async () => {
    await write('activity.json', file);
    const { id } = (await ops('activity save --file activity.json --json')).json<AdminActivity>();
    expect((await api.call(activity.current, undefined)).data.activity?.title).toBe('Spring');
    expect((await ops('activity list')).out).toContain('Spring');
    const result = await ops(`activity withdraw --id ${id}`);
    expect([result.code, result.err]).toEqual([2, expect.stringContaining('Add --yes')]);
    const { revision } = (await ops('activity list --json'))
      .json<AdminActivity[]>()
      .find((one) => one.id === id) ?? { revision: 0 };
    expect((await ops(`activity withdraw --id ${id} --revision ${revision + 1} --yes`)).err).toContain(
      '(EDIT_CONFLICT)',
    );
    expect((await ops(`activity withdraw --id ${id} --yes`)).code).toBe(0);
    expect((await api.call(activity.detail, { id })).status).toBe(404);
    expect(await lastAudit()).toMatchObject({ action: 'activity.withdraw', target: `activity:${id}` });
  });

  test('rejects an end that is not after the start, with its field', async () => {
    await write('wrong.json', { ...file, ends_at: file.starts_at });
    const answer = await ops('activity save --file wrong.json --lang en');
    expect(answer.err).toContain('ends_at: The end must be later than the start');
  });

  test('reads a day in Shanghai time, and rejects an ambiguous date', async () => {
    const until = daysBefore(SEED_NOW, -100).toISOString();
    await write('day.json', { ...file, starts_at: '2026-12-01', ends_at: until });
    const { id, ...kept } = (await ops('activity save --file day.json --json')).json<AdminActivity>();
    expect(kept.starts_at).toBe('2026-11-30T16:00:00.000Z');
    expect((await ops(`activity withdraw --id ${id} --yes`)).code).toBe(0);
    for (const text of ['2026-12-01 00:00', '2027-02-30', '10 Feb 2027', 'tomorrow 2028', '0001-01-01', 7]) {
      await write('guess.json', { ...file, starts_at: text, ends_at: until });
      const answer = await ops('activity save --file guess.json');
      expect([answer.code, answer.out]).toEqual([1, '']);
      expect(answer.err).toMatch(/^error: starts_at: A day \(2026-12-01\) or a moment with its zone .*\n$/);
    }
  });
});

test('ops protocol publishes a version from two Markdown files', async () => {
  await write('p.zh.md', '## 隐私\n\n新的约定。');
  await write('p.en.md', '## Privacy\n\nNew terms.');
  const line = 'protocol publish --id privacy-policy --release 3.0.0 --zh p.zh.md --en p.en.md --yes';
  const result = await ops(line.replace(' --yes', ''));
  expect([result.code, result.err]).toEqual([2, expect.stringContaining('Add --yes')]);
  expect((await ops(line)).code).toBe(0);
  const { data } = await api.call(protocol.detail, { id: 'privacy-policy' }, { lang: 'en' });
  expect([data.version, data.html]).toEqual(['3.0.0', '<h2>Privacy</h2><p>New terms.</p>']);
  expect((await ops(line)).err).toContain('(VERSION_TAKEN)');
  const list = (await ops('protocol list --json')).json<
    { id: string; version: string; current: boolean }[]
  >();
  expect(list.filter(({ id, current }) => id === 'privacy-policy' && current)).toHaveLength(1);
  expect((await ops(`${line} --at 2026-02-30`)).code).toBe(2);
});

test('ops protocol withdraws a version only before its publication time', async () => {
  await write('a.zh.md', '## 协议\n\n将来的约定。');
  await write('a.en.md', '## Agreement\n\nTerms to come.');
  const publish = (release: string, at = '') =>
    ops(`protocol publish --id user-agreement --release ${release} --zh a.zh.md --en a.en.md --yes${at}`);
  const withdraw = (release: string) =>
    ops(`protocol withdraw --id user-agreement --release ${release} --yes`);
  // A mistyped year: no other version could be published until then.
  expect((await publish('8.0.0', ' --at 2027-11-01')).code).toBe(0);
  expect((await publish('8.0.1')).err).toContain('(VALIDATION_FAILED)');
  expect((await withdraw('8.0.0')).code).toBe(0);
  expect(await lastAudit()).toMatchObject({
    action: 'protocol.withdraw',
    target: 'protocol:user-agreement',
    details: { version: '8.0.0' },
  });
  expect((await publish('8.0.0')).code).toBe(0);
  for (const release of ['8.0.0', '9.9.9']) {
    expect(await withdraw(release)).toMatchObject({
      code: 1,
      err: `error: user-agreement has no version ${release} whose moment is still to come\n`,
    });
  }
});

describe('ops feedback', () => {
  test('lists, shows and answers feedback, and mails its sender', async () => {
    const [open] = (await ops('feedback list --state open --json')).json<AdminFeedback[]>();
    const no = open?.no ?? '';
    const read = await ops(`feedback show --no ${no.toLowerCase()}`);
    expect(read.out).toContain('chen-xiaohang');
    expect(read.out).toMatch(/https?:\/\/\S+\/api\/feedback\/file\?link=/);
    await write('answer.txt', '下个版本修好。\n');
    const late = await ops(`feedback answer --no ${no} --text a --revision ${(open?.revision ?? 0) + 1}`);
    expect(late.err).toContain('(EDIT_CONFLICT)');
    const done = await ops(`feedback answer --no ${no} --file answer.txt --close --json`);
    expect(done.json<AdminFeedback>()).toMatchObject({
      state: 'closed',
      answers: [{ text: '下个版本修好。' }],
    });
    const user = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
    expect((await api.call(feedback.detail, { no }, { token: user.token })).data.state).toBe('closed');
    const mail = (await api.mails()).find(({ to, subject }) => to === user.email && subject.includes(no));
    expect(mail?.text).toContain('下个版本修好。');
    expect(await lastAudit()).toMatchObject({ action: 'feedback.close' });
  });

  test('assigns a ticket to an operator and to none', async () => {
    const [latest] = (await ops('feedback list --json')).json<AdminFeedback[]>();
    const no = latest?.no ?? '';
    const given = await ops(`feedback assign --no ${no} --to Operator@yunduo.test --json`);
    expect(given.json<AdminFeedback>().assignee?.email).toBe('operator@yunduo.test');
    expect(await lastAudit()).toMatchObject({ via: 'command', action: 'feedback.assign' });
    const none = await ops(`feedback assign --no ${no} --none --json`);
    expect(none.json<AdminFeedback>().assignee).toBeNull();
    expect((await ops(`feedback assign --no ${no} --to user@yunduo.test`)).err).toContain(
      '(VALIDATION_FAILED)',
    );
    for (const unclear of ['', ' --to operator@yunduo.test --none'])
      expect((await ops(`feedback assign --no ${no}${unclear}`)).err).toBe(
        'error: either --to or --none is needed\n',
      );
  });

  test('rejects an unknown number, an empty answer, and --text with --file', async () => {
    const [open] = (await ops('feedback list --json')).json<AdminFeedback[]>();
    for (const no of ['FB20261120-00000', open?.no.slice(0, -1)])
      expect((await ops(`feedback show --no ${no}`)).err).toContain('(FEEDBACK_NOT_FOUND)');
    expect((await ops('feedback answer --no FB20261120-00000')).err).toContain('(VALIDATION_FAILED)');
    const twice = await ops('feedback answer --no x --text a --file b');
    expect(twice.err).toBe('error: either --text or --file, not both\n');
  });
});

describe('ops subscriber', () => {
  test('exports a new CSV with unsubscribe links and escaped formulas, and is audited', async () => {
    await api.db.insert(subscribers).values({
      email: '=cmd+calc@example.com',
      locale: 'en',
      state: 'confirmed',
      createdAt: SEED_NOW,
      changedAt: SEED_NOW,
      confirmedAt: SEED_NOW,
    });
    const confirmed = await api.db
      .select()
      .from(subscribers)
      .where(eq(subscribers.state, 'confirmed'))
      .orderBy(asc(subscribers.id));
    // A changed row moves to the end of its table.
    await api.db
      .update(subscribers)
      .set({ changedAt: SEED_NOW })
      .where(eq(subscribers.id, confirmed[0]?.id ?? 0));
    expect((await ops('subscriber export --file list.csv')).code).toBe(0);
    const lines = (await readFile(join(folder, 'list.csv'), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\ufeffemail,language,confirmed_at,unsubscribe,list_unsubscribe');
    expect(lines.slice(1, -1).map((line) => line.split(',')[0]?.replace(/^'/, ''))).toEqual(
      confirmed.map(({ email }) => email),
    );
    const row = `'=cmd+calc@example.com,en,${SEED_NOW.toISOString()},`;
    const [page = '', oneClick = ''] =
      lines
        .find((line) => line.startsWith(row))
        ?.slice(row.length)
        .split(',') ?? [];
    const link = new URL(page);
    expect(new URL(oneClick).pathname).toMatch(/^\/api\/mail\/unsubscribe\/./);
    expect([link.pathname, link.searchParams.get('do')]).toEqual(['/en/subscribe', 'unsubscribe']);
    expect(lines.join()).not.toContain('not-yet@example.com');
    expect(await lastAudit()).toMatchObject({ action: 'subscriber.export', details: { count: 3 } });
    const before = await api.db.$count(auditLog);
    expect((await ops('subscriber export --file list.csv')).err).toBe('error: list.csv exists already\n');
    expect(await api.db.$count(auditLog)).toBe(before);
    // An export that failed half-way leaves no file in the way of the next one.
    const outage = jest.spyOn(api.app.db, 'transaction').mockRejectedValueOnce(new Error('gone'));
    expect((await ops('subscriber export --file later.csv')).code).toBe(1);
    outage.mockRestore();
    expect(await ops('subscriber export --file later.csv')).toMatchObject({ code: 0, err: '' });
    expect((await ops('subscriber list --state pending')).out).toContain('not-yet@example.com');
    await api.call(subscribe.unsubscribe, { token: link.searchParams.get('token') ?? '' });
    expect((await ops('subscriber list --state unsubscribed')).out).toContain('=cmd+calc@example.com');
  });
});
