import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appStore, devApp, devCenter } from '@yunduo/api-contract';
import { RATES } from '@yunduo/validation';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { publisherNames, publishers, siteSettings } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import { newcomer } from '../../testing/people.ts';
import { person, step, versionOf, type Person } from '../../testing/reviews.ts';
import { nameKey } from '../publishing/names.ts';
import { touchContent } from '../site/settings.ts';
import { lookForProof, proofPlaces } from './domain-proof.ts';

/** Records of this test's name servers. */
const records = new Map<string, string[]>();
let api: TestApp;
beforeAll(async () => {
  api = await testApp({
    seeded: true,
    resolveName: (host) => Promise.resolve(host === 'inside.example.com' ? ['10.0.0.8'] : []),
    resolveTxt: async (name) => {
      await meanwhile();
      return records.get(name) ?? [];
    },
  });
});
afterAll(() => api.close());
const nothing = (): Promise<unknown> => Promise.resolve();
/** What happens while a record is looked for. */
let meanwhile = nothing;
afterEach(() => {
  records.clear();
  meanwhile = nothing;
});

const keel = { name: { zh: '龙骨工作室', en: 'Keel Studio' }, support_email: 'help@keel.example.com' };
const save = (who: Person, input: object = {}) =>
  api.call(devCenter.publisherSave, { ...keel, ...input }, who);
const revision = async () => (await api.db.select().from(siteSettings))[0]?.contentRevision ?? 0;

/** A published app of theirs. */
async function published(who: Person): Promise<number> {
  const { appId, versionId } = await versionOf(api, who.id);
  const actor = { userId: null, name: 'root', via: 'command', role: 'operator' } as const;
  await step(api, { version: versionId, action: 'approve', actor: { ...actor, role: 'reviewer' } });
  await step(api, {
    version: versionId,
    action: 'release',
    actor: { userId: who.id, name: who.email, via: 'api', role: 'developer' },
  });
  return appId;
}
const shown = async (id: number, lang: 'zh' | 'en' = 'zh') =>
  (await api.call(appStore.detail, { id }, { lang })).data;

describe('publisher profile', () => {
  test('is validated at its fields and saved on joining', async () => {
    const { token } = await newcomer(api);
    const publisher = {
      name: { zh: '', en: '' },
      support_email: 'nobody',
      website: 'http://plain.example.com',
    };
    const rejected = await api.call(devCenter.join, { agree: true, publisher }, { token });
    expect([rejected.status, rejected.error.fields]).toEqual([
      400,
      {
        'publisher.name.zh': 'publisher_name_required',
        'publisher.name.en': 'publisher_name_required',
        'publisher.support_email': 'email_invalid',
        'publisher.website': 'https_address_invalid',
      },
    ]);
    expect((await api.call(devCenter.publisher, undefined, { token })).status).toBe(403);

    const joined = {
      name: { zh: '', en: 'Tiller & Co' },
      support_email: ' Help@Tiller.example.com ',
      website: '',
    };
    expect((await api.call(devCenter.join, { agree: true, publisher: joined }, { token })).code).toBe('OK');
    expect((await api.call(devCenter.publisher, undefined, { token })).data.publisher).toEqual({
      name: { zh: '', en: 'Tiller & Co' },
      support_email: 'Help@Tiller.example.com',
      website: null,
      revision: 1,
      proof: null,
    });
  });

  test('replaces the nickname on app pages in both languages and bumps the content revision', async () => {
    const who = await person(api, 'developer');
    const appId = await published(who);
    expect(await shown(appId)).not.toHaveProperty('publisher');
    const before = await revision();
    expect((await save(who, { website: 'https://keel.example.com/about' })).code).toBe('OK');
    expect(await revision()).toBe(before + 1);
    expect(await shown(appId)).toMatchObject({
      developer: '龙骨工作室',
      publisher: {
        support_email: 'help@keel.example.com',
        website: 'https://keel.example.com/about',
        verified_host: null,
      },
    });
    expect((await shown(appId, 'en')).developer).toBe('Keel Studio');
    const { data } = await api.call(devApp.detail, { id: appId }, who);
    expect(data.listing).toMatchObject({ developer: keel.name, publisher: { verified_host: null } });
    // A single language also stands for the other.
    await save(who, { name: { zh: '龙骨工作室', en: '' } });
    expect((await shown(appId, 'en')).developer).toBe('龙骨工作室');
  });

  test('rejects a name that is taken in any language or spelling, or reserved for the site', async () => {
    const other = await person(api, 'developer');
    await save(await person(api, 'developer'), { name: { zh: '锚点实验室', en: 'Anchor Lab' } });
    const taken = await save(other, { name: { zh: 'ＡＮＣＨＯＲ　lab', en: 'Free' } });
    expect([taken.status, taken.error.fields]).toEqual([400, { 'name.zh': 'publisher_name_taken' }]);
    const [site] = await api.db.select().from(siteSettings);
    const reserved = await save(other, { name: { zh: `${site?.name.zh}官方`, en: 'Free' } });
    expect([reserved.status, reserved.error.fields]).toEqual([400, { 'name.zh': 'publisher_name_reserved' }]);
    expect((await api.call(devCenter.publisher, undefined, other)).data.publisher).toBeNull();
    // A brand of one letter reserves nothing.
    await api.db.update(siteSettings).set({ name: { zh: '舟', en: 'Y' } });
    const free = await save(other, { name: { zh: '孤舟工作室', en: 'Yacht Yard' } });
    await api.db.update(siteSettings).set({ name: site?.name ?? { zh: '', en: '' } });
    expect(free.code).toBe('OK');
  });

  test('saved in two tabs is kept from the first: the second is told, also when there was none before', async () => {
    const who = await person(api, 'developer');
    const email = (tab: string) => ({
      name: { zh: '', en: `Two Tabs ${who.id}` },
      support_email: `${tab}@example.com`,
    });
    expect((await save(who, { ...email('a'), revision: 0 })).data.revision).toBe(1);
    const late = await save(who, { ...email('b'), revision: 0 });
    expect([late.status, late.code, late.error.revision]).toEqual([400, 'EDIT_CONFLICT', 1]);
    expect((await api.call(devCenter.publisher, undefined, who)).data.publisher?.support_email).toBe(
      'a@example.com',
    );
    expect((await save(who, { ...email('b'), revision: 1 })).data.revision).toBe(2);
  });

  test('releases a former name to others', async () => {
    const [first, second] = [await person(api, 'developer'), await person(api, 'developer')];
    await save(first, { name: { zh: '旧名字', en: '' } });
    await save(first, { name: { zh: '新名字', en: '' } });
    expect((await save(second, { name: { zh: '旧名字', en: '' } })).code).toBe('OK');
  });

  (onPostgres ? test : test.skip)('gives a name to one of ten concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => person(api, 'developer')));
    const answers = await Promise.all(people.map((who) => save(who, { name: { zh: '同名', en: '' } })));
    expect(answers.map(({ code }) => code).sort()).toEqual([
      'OK',
      ...Array.from({ length: 9 }, () => 'VALIDATION_FAILED'),
    ]);
  });

  test('returns 401 without a session and 403 to non-developers', async () => {
    const plain = await person(api);
    for (const [call, input] of [
      [devCenter.publisher, undefined],
      [devCenter.publisherSave, { ...keel }],
      [devCenter.publisherProve, { method: 'dns' }],
    ] as const) {
      expect((await api.call(call, input as never)).status).toBe(401);
      expect((await api.call(call, input as never, plain)).status).toBe(403);
    }
  });
});

(onPostgres ? test : test.skip)(
  'two publishers that take the same names in another order wait for one another, and neither fails',
  async () => {
    const name = { zh: '双桅船坞', en: 'Brig Yard' };
    const [first, second] = [await person(api, 'developer'), await person(api, 'developer')];
    const claim = (tx: Db, key: string) => tx.insert(publisherNames).values({ key, userId: first.id });
    const { answer, waited } = await whileHeld(
      api,
      (tx) => claim(tx, nameKey(name.en)),
      () => save(second, { name }),
      // It waits for the first name in order, and does not hold the other yet.
      async (tx) => {
        await tx.execute(sql`set local lock_timeout = '100ms'`);
        await claim(tx, nameKey(name.zh));
      },
    );
    expect(waited).toBe(true);
    expect(answer.error.fields).toMatchObject({ 'name.zh': 'publisher_name_taken' });
  },
);

describe('website verification', () => {
  const prove = (who: Person, method: 'file' | 'dns') => api.call(devCenter.publisherProve, { method }, who);

  test('by DNS record verifies this host only', async () => {
    const who = await person(api, 'developer');
    const appId = await published(who);
    await save(who, { name: { zh: '灯塔甲', en: '' }, website: 'https://one.example.com/' });
    const { proof } = (await api.call(devCenter.publisher, undefined, who)).data.publisher ?? {};
    expect(proof).toMatchObject({
      host: 'one.example.com',
      file_url: 'https://one.example.com/.well-known/yunduo-publisher.txt',
      record: '_yunduo-publisher.one.example.com',
      proved_at: null,
    });
    expect((await prove(who, 'dns')).data.failure).toBe('dns');
    records.set('_yunduo-publisher.one.example.com', ['v=spf1 -all', `${proof?.text}x`]);
    expect((await prove(who, 'dns')).data.failure).toBe('content');
    expect((await shown(appId)).publisher?.verified_host).toBeNull();

    records.set('_yunduo-publisher.one.example.com', ['v=spf1 -all', proof?.text ?? '']);
    const before = await revision();
    const { data } = await prove(who, 'dns');
    expect([data.failure, data.publisher.proof?.proved_at]).toEqual([null, api.clock.now().toISOString()]);
    expect((await shown(appId)).publisher?.verified_host).toBe('one.example.com');
    expect(await revision()).toBe(before + 1);

    // Another page of the same host is verified too; another host is not.
    await save(who, { name: { zh: '灯塔甲', en: '' }, website: 'https://one.example.com/about' });
    expect((await shown(appId)).publisher?.verified_host).toBe('one.example.com');
    await save(who, { name: { zh: '灯塔甲', en: '' }, website: 'https://two.example.com/' });
    expect((await shown(appId)).publisher?.verified_host).toBeNull();
  });

  test('verifies nothing when the website was changed during the check', async () => {
    const who = await person(api, 'developer');
    const website = 'https://three.example.com/';
    await save(who, { name: { zh: '灯塔乙', en: '' }, website });
    const { proof } = (await api.call(devCenter.publisher, undefined, who)).data.publisher ?? {};
    records.set('_yunduo-publisher.three.example.com', [proof?.text ?? '']);
    meanwhile = () => save(who, { name: { zh: '灯塔乙', en: '' }, website: `${website}about` });
    const before = await revision();
    expect((await prove(who, 'dns')).code).toBe('NOT_FOUND');
    // Only the change of the website is one of the pages.
    expect(await revision()).toBe(before + 1);
    const { data } = await api.call(devCenter.publisher, undefined, who);
    expect(data.publisher?.proof?.proved_at).toBeNull();
  });

  (onPostgres ? test : test.skip)(
    'waits for another change of the profile, and holds no page back',
    async () => {
      const who = await person(api, 'developer');
      await save(who, { name: { zh: '灯塔丙', en: '' }, website: 'https://four.example.com/' });
      const { proof } = (await api.call(devCenter.publisher, undefined, who)).data.publisher ?? {};
      records.set('_yunduo-publisher.four.example.com', [proof?.text ?? '']);
      const { answer, waited } = await whileHeld(
        api,
        (tx) => tx.select().from(publishers).where(eq(publishers.userId, who.id)).for('update'),
        () => prove(who, 'dns'),
        async (tx) => {
          await tx.execute(sql`set local lock_timeout = '100ms'`);
          await touchContent(tx);
        },
      );
      expect([waited, answer.code, answer.data.failure]).toEqual([true, 'OK', null]);
    },
  );

  test('rejects another developer’s record', async () => {
    const [first, second] = [await person(api, 'developer'), await person(api, 'developer')];
    await save(first, { name: { zh: '双子一', en: '' }, website: 'https://twin.example.com/' });
    await save(second, { name: { zh: '双子二', en: '' }, website: 'https://twin.example.com/' });
    const { proof } = (await api.call(devCenter.publisher, undefined, first)).data.publisher ?? {};
    records.set('_yunduo-publisher.twin.example.com', [proof?.text ?? '']);
    expect((await prove(second, 'dns')).data.failure).toBe('content');
    expect((await prove(first, 'dns')).data.failure).toBeNull();
  });

  test('does not connect to private addresses', async () => {
    const who = await person(api, 'developer');
    await save(who, { name: { zh: '内网', en: '' }, website: 'https://inside.example.com/' });
    expect((await prove(who, 'file')).data.failure).toBe('address');
    await save(who, { name: { zh: '内网', en: '' }, website: 'https://nowhere.example.com/' });
    expect((await prove(who, 'file')).data.failure).toBe('dns');
  });

  test('returns NOT_FOUND without a website, and is rate-limited', async () => {
    const who = await person(api, 'developer');
    await save(who, { name: { zh: '无网站', en: '' } });
    expect((await prove(who, 'file')).code).toBe('NOT_FOUND');
    for (let requested = 1; requested < RATES.publisherProofs[0].count; requested += 1)
      await prove(who, 'file');
    expect((await prove(who, 'file')).code).toBe('TOO_MANY_REQUESTS');
  });

  test('by file requires an exact line, status 200, no redirect and a public address', async () => {
    let answer: { status: number; body: string; location?: string } = { status: 200, body: '' };
    const server = createServer((request, response) => {
      expect([request.method, request.headers['content-length']]).toEqual(['GET', undefined]);
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {});
      response.end(answer.body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const fileUrl = `http://127.0.0.1:${port}/.well-known/yunduo-publisher.txt`;
    const places = { ...proofPlaces(api.app.config, 1, 'one.example.com'), fileUrl };
    const probe = (next: typeof answer, loopback = true) => {
      answer = next;
      return lookForProof('file', places, { rules: { loopback }, ...api.app.nameServers });
    };
    try {
      expect(await probe({ status: 200, body: `hello\r\n ${places.text} \n` })).toBeNull();
      expect(await probe({ status: 200, body: `path=${places.text}` })).toBe('content');
      expect(await probe({ status: 404, body: places.text })).toBe('status');
      expect(await probe({ status: 302, body: places.text, location: '/there' })).toBe('redirect');
      expect(await probe({ status: 200, body: places.text }, false)).toBe('address');
    } finally {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }
  });
});
