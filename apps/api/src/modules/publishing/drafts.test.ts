import { appStore, devApp, type InputOf } from '@yunduo/api-contract';
import {
  APP_INTRO_MAX,
  APP_NAME,
  OPERATING_SYSTEMS,
  PICTURES_WAITING,
  RATES,
  SCREENSHOT_BYTES_LIMIT,
  SCREENSHOTS_MAX,
} from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Db } from '../../db/client.ts';
import { appDrafts, appNames, appPictures, versionSubmissions } from '../../db/schema/review.ts';
import { apps, appScreenshots } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { idOf, pictureForm, png, readyApp, signInSeeded, wholeDraft } from '../../testing/dev-apps.ts';
import { createApp } from '../../testing/builders.ts';
import { onPostgres } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import { person } from '../../testing/reviews.ts';
import { nameKey, skeletonOf } from './names.ts';

let api: TestApp;
let token: string;
let other: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  token = await signInSeeded(api, 'newcomer@yunduo.test');
  other = await signInSeeded(api, 'lighthouse@yunduo.test');
});
afterAll(() => api.close());
// A new minute each time, so that rate limits do not add up across tests.
beforeEach(() => api.clock.advance(61_000));

const begin = async (changes = {}, by = token) =>
  (await api.call(devApp.save, wholeDraft(changes), { token: by })).data;

describe('App draft', () => {
  test('[R3.07] starts empty, and stores what is saved field by field', async () => {
    const { data } = await api.call(devApp.save, {}, { token });
    expect(data).toMatchObject({ revision: 1, ready: false, draft: { name: { zh: '', en: '' }, os: [] } });
    const saved = await api.call(
      devApp.save,
      {
        id: data.id,
        revision: 1,
        app_key: 'harbour-bell',
        name: { zh: ' 港口  钟声 ', en: 'Harbour Bell' },
        description: { zh: '可选的一段话', en: 'An optional paragraph' },
        details: { zh: '<p>很响。</p>', en: '<p>Loud.</p>' },
        category: 'practical',
        os: ['debian', 'ubuntu'],
        arch: ['arm64'],
        licence: 'ISC',
        keywords: ['Bell', 'bell', '钟'],
        homepage: 'https://bell.example.com/',
        relations: [
          { kind: 'dependency', app_key: 'redis', package: null, constraint: '7+', note: { zh: '', en: '' } },
          { kind: 'conflict', app_key: null, package: 'ntpd', constraint: '', note: { zh: '', en: '' } },
        ],
      },
      { token },
    );
    const logo = await api.call(devApp.uploadLogo, pictureForm(data.id, await png(256, 256)), { token });
    const next = await api.call(
      devApp.save,
      { id: data.id, revision: 2, intro: { zh: '敲钟', en: 'Rings' }, logo: logo.data.id },
      { token },
    );
    expect([saved.data.revision, next.data.revision, next.data.app_key]).toEqual([2, 3, 'harbour-bell']);
    const { data: detail } = await api.call(devApp.detail, { id: data.id }, { token });
    expect(detail.draft).toMatchObject({
      name: { zh: '港口 钟声', en: 'Harbour Bell' },
      intro: { zh: '敲钟', en: 'Rings' },
      description: { zh: '可选的一段话', en: 'An optional paragraph' },
      details: { zh: '<p>很响。</p>', en: '<p>Loud.</p>' },
      category: 'practical',
      os: ['debian', 'ubuntu'],
      arch: ['arm64'],
      licence: 'ISC',
      logo: { id: logo.data.id },
      keywords: ['bell', '钟'],
      homepage: 'https://bell.example.com/',
      relations: [
        { kind: 'dependency', app_key: 'redis', constraint: '7+' },
        { kind: 'conflict', package: 'ntpd' },
      ],
    });
    expect(detail).toMatchObject({ status: 'pending_release', waits_for: 'developer', versions: [] });
  });

  test('[R5.08] [R5.09] accepts a name of 20 and an intro of 100 characters, and rejects one more', async () => {
    const { id, revision } = await begin();
    const save = (fields: Partial<InputOf<typeof devApp.save>>, at = revision) =>
      api.call(devApp.save, { id, revision: at, ...fields }, { token });
    const name = (length: number) => ({ zh: '名'.repeat(length), en: 'x'.repeat(length) });
    const intro = (length: number) => ({ zh: '字'.repeat(length), en: 'x'.repeat(length) });
    expect((await save({ name: name(APP_NAME.max + 1) })).error.fields).toEqual({
      'name.zh': 'app_name_length',
      'name.en': 'app_name_length',
    });
    expect((await save({ intro: intro(APP_INTRO_MAX + 1) })).error.fields).toEqual({
      'intro.zh': 'intro_length',
      'intro.en': 'intro_length',
    });
    const longest = { name: name(APP_NAME.max), intro: intro(APP_INTRO_MAX) };
    expect(await save(longest)).toMatchObject({ code: 'OK', data: { draft: longest } });
  });

  test('rejects an invalid field with its error key, and saves nothing', async () => {
    const { id, revision } = await begin();
    const rejected = async (fields: object) =>
      (await api.call(devApp.save, { id, revision, ...fields } as never, { token })).error.fields;
    expect(await rejected({ homepage: 'http://bell.example.com' })).toEqual({
      homepage: 'https_address_invalid',
    });
    expect(await rejected({ screenshots: [{ id: 999_999, alt: { zh: '', en: '' } }] })).toEqual({
      'screenshots[0]': 'screenshot_unknown',
    });
    expect(await rejected({ logo: 999_999 })).toEqual({ logo: 'logo_unknown' });
    const relation = { kind: 'dependency', package: null, constraint: '', note: { zh: '', en: '' } };
    expect(await rejected({ relations: [{ ...relation, app_key: 'no-such-app' }] })).toEqual({
      'relations[0].app_key': 'relation_unknown',
    });
    expect(await rejected({ app_key: 'Not A Key' })).toEqual({ app_key: 'app_key_invalid' });
    for (const extra of ['status', 'certified', 'developer_id', 'source', 'download_count'])
      expect(await rejected({ [extra]: 1 })).toEqual({ [extra]: 'field_invalid' });
    // Nothing was saved.
    expect((await api.call(devApp.detail, { id }, { token })).data.revision).toBe(revision);
  });

  test('cannot relate to itself, and takes no screenshot for its logo', async () => {
    const { id, revision } = await begin({ app_key: 'self-made' });
    const relation = { kind: 'conflict', package: null, constraint: '', note: { zh: '', en: '' } } as const;
    const relations = [
      { ...relation, app_key: 'redis' },
      { ...relation, app_key: 'self-made' },
    ];
    const itself = await api.call(devApp.save, { id, revision, relations }, { token });
    expect(itself.error.fields).toEqual({ 'relations[1].app_key': 'relation_invalid' });
    const shot = await api.call(devApp.uploadScreenshot, pictureForm(id, await png(800, 800)), { token });
    const logo = await api.call(devApp.save, { id, revision, logo: shot.data.id }, { token });
    expect(logo.error.fields).toEqual({ logo: 'logo_unknown' });
  });

  test('lists systems in the order of the vocabulary, and lets the homepage be removed', async () => {
    const os = OPERATING_SYSTEMS.slice(0, 3);
    const { id, revision, draft } = await begin({
      os: os.toReversed(),
      homepage: 'https://bell.example.com/',
    });
    expect([draft.os, draft.homepage]).toEqual([os, 'https://bell.example.com/']);
    const saved = await api.call(devApp.save, { id, revision, homepage: '' }, { token });
    expect([saved.data.draft.os, saved.data.draft.homepage]).toEqual([os, null]);
  });

  test('may refer to the developer’s own drafts, not to another developer’s', async () => {
    const secret = { zh: '绝密项目', en: 'Project Orion' };
    await begin({ app_key: 'project-orion', name: secret }, other);
    const { id, revision } = await begin();
    const relations = [
      {
        kind: 'dependency' as const,
        app_key: 'project-orion',
        package: null,
        constraint: '',
        note: { zh: '', en: '' },
      },
    ];
    const stranger = await api.call(devApp.save, { id, revision, relations }, { token });
    expect(stranger.error.fields).toEqual({ 'relations[0].app_key': 'relation_unknown' });

    const own = await begin({ relations }, other);
    const link = await api.call(devApp.previewToken, { id: own.id }, { token: other });
    const { data } = await api.call(devApp.preview, { token: link.data.token });
    expect(data.app.dependencies).toMatchObject([{ id: null, name: 'project-orion' }]);
  });

  test('[R1.05] sanitises details before storing them', async () => {
    const { draft } = await begin({
      details: {
        zh: '<p onclick="x()">好<script>alert(1)</script></p><img src="https://evil.test/x.png">',
        en: '<p style="position:fixed">ok</p><iframe src="https://evil.test"></iframe>',
      },
    });
    expect(draft.details).toEqual({ zh: '<p>好</p>', en: '<p>ok</p>' });
  });

  test('returns EDIT_CONFLICT with the current revision for a stale one, and overwrites nothing', async () => {
    const { id } = await begin();
    const first = { id, revision: 1, licence: 'Apache-2.0' };
    expect((await api.call(devApp.save, first, { token })).code).toBe('OK');
    const late = await api.call(devApp.save, { ...first, licence: 'MIT' }, { token });
    expect([late.status, late.code, late.error.revision]).toEqual([400, 'EDIT_CONFLICT', 2]);
    expect((await api.call(devApp.detail, { id }, { token })).data.draft.licence).toBe('Apache-2.0');
    expect((await api.call(devApp.save, { id, licence: 'MIT' }, { token })).error.fields).toEqual({
      revision: 'field_invalid',
    });
  });

  test('creates one app for repeated requests with one idempotency key', async () => {
    const headers = { 'idempotency-key': 'begin-once-0001' };
    const input = wholeDraft();
    const first = await api.call(devApp.save, input, { token, headers });
    const second = await api.call(devApp.save, input, { token, headers });
    expect(second.data).toEqual(first.data);
  });

  test('is not visible in the store', async () => {
    const { id } = await begin();
    expect((await api.call(appStore.detail, { id })).status).toBe(404);
  });
});

describe('App names and keys', () => {
  test('[R5.08] a name is taken regardless of case, width, spaces and language', async () => {
    const mine = await begin({ name: { zh: '灯塔守望者', en: 'Keeper of Lights' } });
    for (const name of [
      { zh: '灯塔守望者', en: 'Another one' },
      { zh: '别的名字', en: 'KEEPER  of lights ' },
      { zh: 'Ｋｅｅｐｅｒ ｏｆ Ｌｉｇｈｔｓ', en: 'Another one' },
      { zh: '别的名字', en: '灯塔守望者' },
    ]) {
      const answer = await api.call(devApp.save, wholeDraft({ name }), { token: other });
      expect([answer.status, answer.code, answer.msg]).toEqual([400, 'APP_NAME_TAKEN', '应用名已被占用']);
      expect(Object.values(answer.error.fields ?? {})).toEqual(['app_name_taken']);
    }
    // Freed when the app gives it up.
    await api.call(
      devApp.save,
      { id: mine.id, revision: 1, name: { zh: '灯塔看守', en: 'Lights Keeper' } },
      { token },
    );
    const name = { zh: '灯塔守望者', en: 'Keeper of Lights' };
    expect((await api.call(devApp.save, wholeDraft({ name }), { token: other })).code).toBe('OK');
  });

  test('[R5.08] a name in the store or in a draft is taken, except the app’s own', async () => {
    const { id } = await begin({ name: { zh: '自己的名字', en: 'My own name' } });
    const state = async (name: string, extra = {}) =>
      (await api.call(devApp.checkName, { name, ...extra }, { token })).data.state;
    expect(await state('Nginx')).toBe('taken');
    expect(await state('备份核对')).toBe('taken');
    expect(await state('My own name')).toBe('taken');
    expect(await state('My own name', { id })).toBe('free');
    expect(await state('Quite another name')).toBe('free');
  });

  test('a look-alike name is reported, and allowed', async () => {
    const answer = await api.call(devApp.checkName, { name: 'Wоrdpre55' }, { token });
    expect(answer.data).toEqual({ state: 'look_alike', like: ['WordPress'] });
    const saved = await api.call(devApp.save, wholeDraft({ name: { zh: 'Wоrdpre55', en: 'Wоrdpre55' } }), {
      token,
    });
    expect(saved.code).toBe('OK');
    // Another developer's draft may be similar too, but stays confidential.
    await begin({ name: { zh: '秘密项目甲', en: 'Secret Project' } }, other);
    expect((await api.call(devApp.checkName, { name: 'Secret Pr0ject' }, { token })).data).toEqual({
      state: 'look_alike',
      like: [],
    });
  });

  test('a look-alike is named in the reader’s language', async () => {
    const like = async (lang: 'zh' | 'en') =>
      (await api.call(devApp.checkName, { name: 'Port Patro1' }, { token, lang })).data.like;
    expect([await like('zh'), await like('en')]).toEqual([['端口巡检'], ['Port Patrol']]);
  });

  test('saves, pictures and steps are limited together with their kind', async () => {
    const busy = (await person(api, 'developer')).token;
    const missing = { version_id: 2_147_483_647 };
    type Call = () => Promise<{ code: string }>;
    const kinds: [limits: { count: number }[], first: Call, ...others: Call[]][] = [
      [
        [...RATES.appSaves],
        () => api.call(devApp.suggestionAnswer, { id: 2_147_483_647, answer: 'x' }, { token: busy }),
        () => api.call(devApp.save, {}, { token: busy }),
        () => api.call(devApp.versionSave, { app_id: 1, version: '1.0.0' }, { token: busy }),
      ],
      [
        [...RATES.appPictures],
        () => api.call(devApp.uploadLogo, new FormData(), { token: busy }),
        () => api.call(devApp.uploadScreenshot, new FormData(), { token: busy }),
      ],
      [
        [...RATES.appSteps],
        () => api.call(devApp.revoke, missing, { token: busy }),
        () => api.call(devApp.submit, missing, { token: busy }),
        () => api.call(devApp.replace, { id: 1, replacement: '' }, { token: busy }),
        () => api.call(devApp.versionDelete, missing, { token: busy }),
        () => api.call(devApp.appDelete, { id: 2_147_483_647 }, { token: busy }),
      ],
    ];
    for (const [limits, first, ...others] of kinds) {
      const count = Math.min(...limits.map((limit) => limit.count));
      for (let turn = 0; turn < count; turn += 1) expect((await first()).code).not.toBe('TOO_MANY_REQUESTS');
      for (const call of [first, ...others]) expect((await call()).code).toBe('TOO_MANY_REQUESTS');
    }
  });

  test('allows sixty name checks, and rejects the next with TOO_MANY_REQUESTS', async () => {
    const busy = await signInSeeded(api, 'developer@yunduo.test');
    const answers = [];
    for (let turn = 0; turn < 61; turn += 1)
      answers.push((await api.call(devApp.checkName, { name: `Name ${turn}` }, { token: busy })).code);
    expect(answers.filter((code) => code === 'OK')).toHaveLength(60);
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  test.each([
    ['Quiet Harbour 2', '安静的港口二', /^quiet-harbour-2$/],
    ['Größe & Maß', '尺寸与度量', /^grosse-mass$/],
    ['9 Lives of Cats', '九命猫', /^lives-of-cats$/],
    ['Abc', '三个字母', /^abc$/],
    ['A b', '两个字母', /^a-b$/],
    ['Ab', '短名', /^app-[0-9a-f]{10}$/],
    ['', '只有中文名', /^app-[0-9a-f]{10}$/],
    ['Redis + More', '另一个缓存', /^redis-more$/],
    ['Redis ++', '缓存加强版', /^redis-[0-9a-f]{6}$/],
  ])('an app called “%s” or “%s” gets a key like %s', async (en, zh, key) => {
    const { data } = await api.call(devApp.save, { name: { en, zh } }, { token });
    expect(data.app_key).toMatch(key);
  });

  test('a key is unique, and fixed at the first submission', async () => {
    const { id, versionId, revision } = await readyApp(api, token);
    const taken = await api.call(devApp.save, { id, revision, app_key: 'nginx' }, { token });
    expect([taken.code, taken.error.fields]).toEqual(['APP_KEY_TAKEN', { app_key: 'app_key_taken' }]);
    expect((await api.call(devApp.save, wholeDraft({ app_key: 'redis' }), { token })).code).toBe(
      'APP_KEY_TAKEN',
    );
    await api.call(devApp.submit, { version_id: versionId }, { token });
    expect((await api.call(devApp.save, { id, revision, app_key: 'too-late' }, { token })).code).toBe(
      'APP_KEY_FIXED',
    );
  });

  (onPostgres ? test : test.skip)(
    'a generated key that another app takes meanwhile is replaced; a chosen one is refused',
    async () => {
      const taken = async (name: string, act: () => ReturnType<typeof save>) => {
        const hold = (tx: Db) => createApp(tx, { appKey: name, now: api.clock.now() });
        const { answer, waited } = await whileHeld(api, hold, act);
        expect(waited).toBe(true);
        return answer;
      };
      const save = (input: Parameters<typeof wholeDraft>[0]) =>
        api.call(devApp.save, wholeDraft(input), { token });
      const generated = await taken('north-star', () => save({ name: { zh: '北极星', en: 'North Star' } }));
      expect([generated.code, generated.data.app_key]).toEqual([
        'OK',
        expect.stringMatching(/^app-[0-9a-f]{10}$/),
      ]);
      const chosen = await taken('south-star', () => save({ app_key: 'south-star' }));
      expect([chosen.code, chosen.error.fields]).toEqual(['APP_KEY_TAKEN', { app_key: 'app_key_taken' }]);
    },
  );

  (onPostgres ? test : test.skip)(
    'two apps that take the same names in another order wait for one another, and neither fails',
    async () => {
      const name = { zh: '清晨之星', en: 'Morning star' };
      const { id } = await begin();
      const claim = (tx: Db, key: string) =>
        tx.insert(appNames).values({ key, appId: id, skeleton: skeletonOf(key) });
      const { answer, waited } = await whileHeld(
        api,
        (tx) => claim(tx, nameKey(name.en)),
        () => api.call(devApp.save, wholeDraft({ name }), { token: other }),
        // It waits for the first name in order, and does not hold the other yet.
        async (tx) => {
          await tx.execute(sql`set local lock_timeout = '100ms'`);
          await claim(tx, nameKey(name.zh));
        },
      );
      expect(waited).toBe(true);
      expect([answer.status, answer.code]).toEqual([400, 'APP_NAME_TAKEN']);
    },
  );

  (onPostgres ? test : test.skip)('[R5.08] one of fifty concurrent requests gets the name', async () => {
    const rounds = Number(process.env['RACE_ROUNDS'] ?? 2);
    for (let round = 0; round < rounds; round += 1) {
      const name = { zh: `抢注之名${round}`, en: `Contested ${round}` };
      const tokens = [token, other];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          api.call(
            devApp.save,
            { name: index % 3 === 0 ? { zh: name.en, en: name.zh } : name },
            { token: tokens[index % 2] ?? token },
          ),
        ),
      );
      const codes = answers.map(({ code }) => code);
      expect(codes.toSorted()).toEqual([...Array.from({ length: 49 }, () => 'APP_NAME_TAKEN'), 'OK']);
      const rows = await api.db
        .select()
        .from(appNames)
        .where(eq(appNames.key, `contested ${round}`));
      expect(rows).toHaveLength(1);
      api.clock.advance(120_000);
    }
  });

  (onPostgres ? test : test.skip)(
    'one of ten concurrent saves of a revision succeeds, the others return EDIT_CONFLICT',
    async () => {
      const { id } = await begin();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          api.call(devApp.save, { id, revision: 1, licence: `MIT ${index}` }, { token }),
        ),
      );
      expect(answers.map(({ code }) => code).sort()).toEqual([
        ...Array.from({ length: 9 }, () => 'EDIT_CONFLICT'),
        'OK',
      ]);
    },
  );
});

describe('App pictures', () => {
  const upload = async (
    id: number,
    bytes: Uint8Array,
    call: typeof devApp.uploadScreenshot | typeof devApp.uploadLogo,
  ) => api.call(call as typeof devApp.uploadScreenshot, pictureForm(id, bytes), { token });
  /** A real picture of exactly this size: bytes after the end of a PNG are ignored. */
  const padded = async (size: number): Promise<Buffer> => {
    const picture = await png(640, 400);
    return Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
  };

  test('[R5.09] 3,145,727 bytes are accepted, 3,145,728 return FILE_TOO_LARGE', async () => {
    const { id } = await begin();
    const under = await upload(id, await padded(SCREENSHOT_BYTES_LIMIT - 1), devApp.uploadScreenshot);
    const at = await upload(id, await padded(SCREENSHOT_BYTES_LIMIT), devApp.uploadScreenshot);
    expect([under.code, at.status, at.code, at.msg]).toEqual([
      'OK',
      400,
      'FILE_TOO_LARGE',
      '文件太大，最大 3 MB',
    ]);
  });

  test('[R5.09] a draft has at most five screenshots, in the given order', async () => {
    const { id } = await begin();
    const ids: number[] = [];
    for (let shot = 0; shot < SCREENSHOTS_MAX + 1; shot += 1)
      ids.push((await upload(id, await png(700 + shot, 400), devApp.uploadScreenshot)).data.id);
    const alt = { zh: '图', en: 'Shot' };
    const list = ids.map((one) => ({ id: one, alt }));
    const six = await api.call(devApp.save, { id, revision: 1, screenshots: list }, { token });
    expect(six.error.fields).toEqual({ screenshots: 'screenshots_max' });
    const five = list.slice(1).toReversed();
    const saved = await api.call(devApp.save, { id, revision: 1, screenshots: five }, { token });
    expect(saved.data.draft.screenshots.map((shot) => shot.id)).toEqual(five.map((shot) => shot.id));
    const twice = [five[0], five[0]].filter((shot) => shot !== undefined);
    expect(
      (await api.call(devApp.save, { id, revision: 2, screenshots: twice }, { token })).error.fields,
    ).toEqual({ 'screenshots[1]': 'screenshot_unknown' });
  });

  test('are stored as WebP in three widths without EXIF, and cannot be used by another app', async () => {
    const { id } = await begin();
    const bytes = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitude: '31/1 12/1 0/1' } })
      .jpeg()
      .toBuffer();
    const { data } = await upload(id, bytes, devApp.uploadScreenshot);
    expect([data.width, data.height]).toEqual([1280, 800]);
    const widths = data.srcset.split(', ').map((part) => part.split(' ')[1]);
    expect(widths).toEqual(['320w', '640w', '1280w']);
    const stored = await api.app.inject({ method: 'GET', url: new URL(data.src, 'http://x').pathname });
    const meta = await sharp(stored.rawPayload).metadata();
    expect([meta.format, meta.width, meta.exif]).toEqual(['webp', 1280, undefined]);
    const theirs = (await api.call(devApp.save, wholeDraft(), { token: other })).data;
    const stolen = await api.call(
      devApp.save,
      { id: theirs.id, revision: 1, screenshots: [{ id: data.id, alt: { zh: '', en: '' } }] },
      { token: other },
    );
    expect(stolen.error.fields).toEqual({ 'screenshots[0]': 'screenshot_unknown' });
  });

  test('a logo is a square of at least 256 px', async () => {
    const { id } = await begin();
    const codes = [];
    for (const [width, height] of [
      [255, 255],
      [256, 257],
      [256, 256],
    ] as const)
      codes.push((await upload(id, await png(width, height), devApp.uploadLogo)).code);
    expect(codes).toEqual(['LOGO_SIZE', 'LOGO_SIZE', 'OK']);
    const { data } = await upload(id, await png(512, 512), devApp.uploadLogo);
    const saved = await api.call(devApp.save, { id, revision: 1, logo: data.id }, { token });
    expect(saved.data.draft.logo).toEqual({ id: data.id, src: data.src });
    expect(
      (await api.call(devApp.save, { id, revision: 2, logo: null }, { token })).data.draft.logo,
    ).toBeNull();
  });

  test('a screenshot is at least 640 × 360, landscape or portrait', async () => {
    const { id } = await begin();
    const codes = [];
    for (const [width, height] of [
      [639, 360],
      [640, 359],
      [640, 360],
      [360, 640],
    ] as const)
      codes.push((await upload(id, await png(width, height), devApp.uploadScreenshot)).code);
    expect(codes).toEqual(['SCREENSHOT_SIZE', 'SCREENSHOT_SIZE', 'OK', 'OK']);
    const { status, msg } = await upload(id, await png(320, 200), devApp.uploadScreenshot);
    expect([status, msg]).toEqual([400, '截图至少为 640 × 360 像素']);
  });

  test('an invalid or missing file, and another developer’s app, are rejected', async () => {
    const { id } = await begin();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await upload(id, svg, devApp.uploadScreenshot)).code).toBe('FILE_TYPE');
    const broken = (await png(800, 500)).subarray(0, 60);
    expect((await upload(id, broken, devApp.uploadScreenshot)).code).toBe('PICTURE_UNREADABLE');
    const form = pictureForm(id, await png(800, 500));
    expect((await api.call(devApp.uploadScreenshot, form, { token: other })).status).toBe(404);
    for (const name of ['1 or 1', '0', '2147483648']) {
      const nameless = pictureForm(name, await png(800, 500));
      const { error } = await api.call(devApp.uploadScreenshot, nameless, { token });
      expect([name, error.fields]).toEqual([name, { id: 'field_invalid' }]);
    }
    const empty = new FormData();
    empty.append('id', String(id));
    expect((await api.call(devApp.uploadScreenshot, empty, { token })).code).toBe('FILE_REQUIRED');
  });

  test('unused pictures are deleted with their files after a day; used ones stay', async () => {
    const { id } = await begin();
    const stored = (await upload(id, await png(800, 500), devApp.uploadScreenshot)).data;
    const lost = (await upload(id, await png(900, 500), devApp.uploadScreenshot)).data;
    const alt = { zh: '图', en: 'Shot' };
    await api.call(devApp.save, { id, revision: 1, screenshots: [{ id: stored.id, alt }] }, { token });
    api.clock.advance(PICTURES_WAITING.ttl + 60_000);
    await api.app.jobs.runDue();
    const rows = await api.db.select().from(appPictures).where(eq(appPictures.appId, id));
    expect(rows.map((row) => row.id)).toEqual([stored.id]);
    const status = async (src: string) =>
      (await api.app.inject({ method: 'GET', url: new URL(src, 'http://x').pathname })).statusCode;
    expect([await status(stored.src), await status(lost.src)]).toEqual([200, 404]);
    // Pictures of seeded apps are old but used in the store, so they stay.
    const [published] = await api.db.select().from(apps).where(eq(apps.appKey, 'port-patrol'));
    const theirs = await api.db
      .select()
      .from(appPictures)
      .where(eq(appPictures.appId, published?.id ?? 0));
    expect(theirs.length).toBeGreaterThan(0);
  });

  test('stay while a draft, its details, an earlier submission or the store page refers to them', async () => {
    const { id } = await begin();
    const names = ['in-details', 'in-a-submission', 'in-the-store-text', 'as-logo', 'as-shown', 'nowhere'];
    const stemOf = (name: string) => ({ zh: `screenshots/${name}`, en: `screenshots/${name}` });
    await api.db.insert(appPictures).values(
      names.map((name) => ({
        appId: id,
        kind: 'screenshot' as const,
        stem: stemOf(name),
        width: 640,
        height: 400,
        createdAt: api.clock.now(),
      })),
    );
    const [draft] = await api.db.select().from(appDrafts).where(eq(appDrafts.appId, id));
    if (!draft) throw new Error('no draft');
    const text = (name: string) => ({ zh: `<img src="/uploads/screenshots/${name}-640.webp">`, en: '' });
    await api.db
      .update(appDrafts)
      .set({ content: { ...draft.content, details: text('in-details') } })
      .where(eq(appDrafts.appId, id));
    const { data: version } = await api.call(devApp.versionSave, { app_id: id, version: '1.0.0' }, { token });
    const now = api.clock.now();
    await api.db.insert(versionSubmissions).values({
      versionId: version.id,
      round: 1,
      content: { ...draft.content, details: text('in-a-submission') },
      facts: {
        version: '1.0.0',
        gitVersion: '',
        repoUrl: null,
        size: 0,
        description: { zh: '', en: '' },
        changes: [],
      },
      submittedAt: now,
      dueAt: now,
    });
    await api.db
      .update(apps)
      .set({ description: text('in-the-store-text'), logo: stemOf('as-logo').zh })
      .where(eq(apps.id, id));
    await api.db.insert(appScreenshots).values({
      appId: id,
      position: 0,
      stem: stemOf('as-shown'),
      width: 640,
      height: 400,
      alt: { zh: '图', en: 'Shot' },
    });
    api.clock.advance(PICTURES_WAITING.ttl + 60_000);
    await api.app.jobs.runDue();
    const rows = await api.db.select().from(appPictures).where(eq(appPictures.appId, id));
    expect(rows.map(({ stem }) => stem.zh.split('/')[1]).sort()).toEqual(
      names.filter((name) => name !== 'nowhere').sort(),
    );
  });

  test('one run deletes 1,100 unused pictures', async () => {
    const { id } = await begin();
    const names = Array.from({ length: 1_100 }, (_, index) => `screenshots/left-${index}`);
    await api.db.insert(appPictures).values(
      names.map((name) => ({
        appId: id,
        kind: 'screenshot' as const,
        stem: { zh: name, en: name },
        width: 1,
        height: 1,
        createdAt: api.clock.now(),
      })),
    );
    api.clock.advance(2 * PICTURES_WAITING.ttl);
    expect(await api.app.jobs.runDue()).toMatchObject({ 'dev-app-pictures': names.length });
    expect(await api.db.$count(appPictures, eq(appPictures.appId, id))).toBe(0);
  });

  test('return TOO_MANY_PICTURES at the maximum of unused ones', async () => {
    const again = await signInSeeded(api, 'newcomer@yunduo.test');
    const { data } = await api.call(devApp.save, wholeDraft(), { token: again });
    const now = api.clock.now();
    await api.db.insert(appPictures).values(
      Array.from({ length: PICTURES_WAITING.count }, (_, index) => ({
        appId: data.id,
        kind: 'screenshot' as const,
        stem: { zh: `screenshots/${index}`, en: `screenshots/${index}` },
        width: 1,
        height: 1,
        createdAt: now,
      })),
    );
    const stored = async () => {
      const files: string[] = [];
      for await (const name of api.app.files.list('screenshots')) files.push(name);
      return files.sort();
    };
    const before = await stored();
    const form = pictureForm(data.id, await png(800, 500));
    expect((await api.call(devApp.uploadScreenshot, form, { token: again })).code).toBe('TOO_MANY_PICTURES');
    expect(await stored()).toEqual(before);
    // Those of yesterday wait for their deletion only.
    const createdAt = new Date(now.getTime() - PICTURES_WAITING.ttl);
    await api.db.update(appPictures).set({ createdAt }).where(eq(appPictures.appId, data.id));
    expect((await api.call(devApp.uploadScreenshot, form, { token: again })).code).toBe('OK');
  });
});

test('a developer has at most 50 unpublished apps, and then gets TOO_MANY_DRAFTS', async () => {
  const busy = await signInSeeded(api, 'developer@yunduo.test');
  const developerId = await idOf(api, 'developer@yunduo.test');
  const codes: string[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    codes.push((await api.call(devApp.save, {}, { token: busy })).code);
    api.clock.advance(5_000);
  }
  // Six of the seeded ones were never published.
  expect(codes.filter((code) => code === 'OK')).toHaveLength(50 - 6);
  expect(codes.at(-1)).toBe('TOO_MANY_DRAFTS');
  const drafts = await api.db
    .select()
    .from(appDrafts)
    .innerJoin(apps, eq(apps.id, appDrafts.appId))
    .where(eq(apps.developerId, developerId));
  expect(drafts).toHaveLength(9 + 44);
});
