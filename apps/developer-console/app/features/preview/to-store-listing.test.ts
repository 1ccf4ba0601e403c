import { describe, expect, test } from '@jest/globals';
import { listingValuesOf } from '../../app-pages/listing-values.ts';
import { contentFixture, detailFixture, versionFixture } from '../../app-pages/detail.fixture.ts';
import { toStoreListing } from '../../store-preview/to-store-listing.ts';
import { missingTextsIn } from './missing-texts.ts';

const now = new Date('2026-11-21T02:00:00.000Z');
const view = { locale: 'zh' as const, now };
const relation = {
  kind: 'dependency' as const,
  app_key: 'nginx',
  package: null,
  constraint: '1.20+',
  note: { zh: '反代', en: 'proxy' },
};
const nginx = {
  id: 1,
  app_key: 'nginx',
  name: { zh: '网关', en: 'Nginx' },
  intro: { zh: '', en: '' },
  logo: null,
  cate: 'practical' as const,
  certified: true,
  source: 'official' as const,
  version: '1.29.3',
  repo_url: null,
  git_version: 'v1',
  git_commit: null,
  size: 1,
  package_sha256: null,
  updated_at: '2026-11-01T00:00:00.000Z',
  os: [],
  arch: [],
  dependencies: [],
  conflicts: [],
  minimum: {},
};

describe('toStoreListing', () => {
  test('maps one language and derives requirements from the systems', () => {
    const detail = detailFixture({
      draft: contentFixture({
        description: { zh: '一句<话>', en: 'One' },
        details: { zh: '<p>详</p>', en: '' },
      }),
    });
    const app = toStoreListing(detail, listingValuesOf(detail), view);
    expect(app).toMatchObject({
      name: '龙骨域名',
      cate: 'practical',
      developer: '龙骨',
      version: '',
      description: '<p>一句&lt;话&gt;</p><p>详</p>',
      requirements: { os: 'Debian', mem: '无特殊要求', gpu: '不需要' },
      update_log: [],
      first_published_at: now.toISOString(),
    });
    expect(toStoreListing(detail, listingValuesOf(detail), { ...view, locale: 'en' }).name).toBe('Keel DNS');
  });

  test('puts the coming version above the releases and omits yanked ones', () => {
    const versions = [
      versionFixture({ id: 3, version: '1.2.0', changes: [{ kind: 'fix', text: { zh: '修', en: 'Fix' } }] }),
      versionFixture({ id: 2, version: '1.1.0', review_status: 'yanked' }),
      versionFixture({
        id: 1,
        version: '1.0.0',
        review_status: 'released',
        released_at: '2026-10-01T00:00:00.000Z',
      }),
    ];
    const detail = detailFixture({
      status: 'published',
      versions,
      open_version_id: 3,
      current_version_id: 1,
    });
    const app = toStoreListing(detail, listingValuesOf(detail), view);
    expect(app.version).toBe('1.2.0');
    expect(app.update_log.map(({ version, released_at }) => [version, released_at.slice(0, 10)])).toEqual([
      ['1.2.0', '2026-11-21'],
      ['1.0.0', '2026-10-01'],
    ]);
    expect(app.update_log[0]?.changes).toEqual([{ kind: 'fix', text: '修' }]);
    const hidden = { ...detail, status: 'pending_release' as const };
    expect(
      toStoreListing(hidden, listingValuesOf(hidden), view).update_log.map(({ version }) => version),
    ).toEqual(['1.2.0']);
  });

  test.each([
    ['in review', { open_version_id: 2 }, '1.2.0'],
    ['that can be released', {}, '1.1.0'],
    ['in the store, without a higher open one', { current_version_id: 3 }, '10.0.0'],
  ] as const)('puts the version %s before a higher rejected one', (_, which, version) => {
    const ids = { open_version_id: null, current_version_id: null, ...which };
    const versions = [
      versionFixture({
        id: 3,
        version: '10.0.0',
        review_status: ids.current_version_id ? 'released' : 'rejected',
      }),
      versionFixture({
        id: 2,
        version: '1.2.0',
        review_status: ids.open_version_id ? 'in_review' : 'rejected',
      }),
      versionFixture({ id: 1, version: '1.1.0', review_status: 'approved' }),
    ];
    const detail = detailFixture({ status: 'published', versions, ...ids });
    const app = toStoreListing(detail, listingValuesOf(detail), view);
    expect(app.version).toBe(version);
    expect(app.update_log[0]?.version).toBe(version);
  });

  test('links a known app by its name and keeps other relations as text', () => {
    const detail = detailFixture({
      draft: contentFixture({
        relations: [
          relation,
          { ...relation, app_key: 'gone' },
          { ...relation, kind: 'conflict', app_key: null, package: 'apache2', note: { zh: '', en: '' } },
        ],
      }),
    });
    const app = toStoreListing(detail, listingValuesOf(detail), { ...view, catalogue: [nginx] });
    expect(app.dependencies).toEqual([
      { id: 1, name: '网关', constraint: '1.20+', note: '反代' },
      { id: null, name: 'gone', constraint: '1.20+', note: '反代' },
    ]);
    expect(app.conflicts).toEqual([{ id: null, name: 'apache2', constraint: '1.20+', note: '' }]);
  });
});

test('falls back to the only language, for all pictures and changes together, and marks the app as untranslated', () => {
  const zhOnly = (zh: string) => ({ zh, en: '' });
  const shot = { id: 1, src: '/1.png', srcset: '', width: 1, height: 1, alt: zhOnly('图') };
  const second = { ...shot, id: 2, alt: { zh: '表', en: 'Table' } };
  const version = versionFixture({
    changes: [
      { kind: 'fix', text: zhOnly('修') },
      { kind: 'feature', text: { zh: '增', en: 'Added' } },
    ],
  });
  const detail = detailFixture({
    open_version_id: 11,
    versions: [version],
    draft: contentFixture({
      name: zhOnly('龙骨'),
      intro: zhOnly('简介'),
      details: zhOnly('<p>详</p>'),
      screenshots: [shot, second],
      requirements: { ...contentFixture().requirements, mem: zhOnly('1 GB 以上') },
    }),
  });
  const en = toStoreListing(detail, listingValuesOf(detail), { ...view, locale: 'en' });
  expect(en).toMatchObject({
    name: '龙骨',
    intro: '简介',
    description: '<p>详</p>',
    screenshots: [{ alt: '图' }, { alt: '表' }],
    requirements: { mem: '1 GB 以上', gpu: '不需要' },
    update_log: [{ changes: [{ text: '修' }, { text: '增' }], untranslated: true }],
    untranslated: ['name', 'intro', 'description', 'screenshots', 'requirements'],
  });
  const zh = toStoreListing(detail, listingValuesOf(detail), view);
  expect(zh).toMatchObject({ name: '龙骨', requirements: { gpu: '不需要' } });
  expect('untranslated' in zh || 'untranslated' in (zh.update_log[0] ?? {})).toBe(false);
});

test('missingTextsIn distinguishes missing from untranslated texts', () => {
  const draft = listingValuesOf(
    detailFixture({ draft: contentFixture({ intro: { zh: '简介', en: '' }, details: { zh: '', en: '' } }) }),
  );
  expect(missingTextsIn('en', draft, undefined)).toEqual([
    { field: 'intro', path: 'intro.en', untranslated: true },
    { field: 'details', path: 'details.en', untranslated: false },
  ]);
  expect(missingTextsIn('zh', draft, undefined)).toEqual([
    { field: 'details', path: 'details.zh', untranslated: false },
  ]);
});

test('missingTextsIn lists the paths that one language lacks', () => {
  const shot = { id: 1, src: '/1.png', srcset: '', width: 1, height: 1, alt: { zh: '图', en: ' ' } };
  const draft = listingValuesOf(
    detailFixture({
      draft: contentFixture({
        description: { zh: '补充', en: '' },
        details: { zh: '<p>详情</p>', en: '<p>&nbsp;</p>' },
        screenshots: [shot],
        relations: [{ ...relation, note: { zh: '反代', en: '' } }],
        requirements: { ...contentFixture().requirements, mem: { zh: '内存', en: '' } },
      }),
    }),
  );
  const coming = { changes: [{ kind: 'fix' as const, text: { zh: '修', en: '' } }] };
  expect(missingTextsIn('en', draft, coming).map(({ path }) => path)).toEqual([
    'details.en',
    'description.en',
    'screenshots[0].alt.en',
    'requirements.mem.en',
    'relations[0].note.en',
    'changes[0].text.en',
  ]);
  expect(missingTextsIn('en', draft, coming).filter(({ number }) => number)).toEqual([
    { field: 'screenshots', path: 'screenshots[0].alt.en', number: 1, untranslated: true },
    { field: 'changes', path: 'changes[0].text.en', number: 1, untranslated: true },
  ]);
  expect(missingTextsIn('zh', draft, coming)).toEqual([]);
});
