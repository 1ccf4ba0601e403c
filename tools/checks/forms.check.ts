import { expect, test } from '@jest/globals';
import { readProjects, readSources } from './workspace.ts';

const sources = readSources(readProjects());

/** Files with a form, and the calls whose rejection they handle. */
const forms = sources.flatMap(({ path, text }) => {
  const isForm = /^apps\/[\w-]+\/app\//.test(path) && !/\.test\.tsx?$/.test(path);
  if (!isForm || !/\buseForm(?:<[^>]*>)?\(/.test(text)) return [];
  const calls = text
    .split('.unwrap()')
    .slice(0, -1)
    .map((before) => {
      const awaited = before.slice(before.lastIndexOf('await '));
      const [, name] = /^await (\w+)$/.exec(awaited) ?? [];
      return name ? before.slice(before.lastIndexOf(`const ${name} = `)) : awaited;
    });
  return calls.map((call) => ({ path, call }));
});

test('every call of a form suppresses the toast with handledByForm or handledByView', () => {
  expect(forms.length).toBeGreaterThan(20);
  expect(forms.filter(({ call }) => !/handledBy(?:Form|View)\(/.test(call))).toEqual([]);
});

/** Queries whose cached response a view may show: public content, and data that only its reader changes. */
const CACHED =
  'ActivityCurrent ClientReleases LicencePlans PayProviders PrivateDetail PrivateVersions ProtocolDetail ' +
  'ProtocolVersions ReviewChecklist SiteInfo SpecialArticle StoreCatalogue StoreCategories StoreChangelog ' +
  'StoreDetail StoreList StoreSaved UserInfo DevAppHistory DevAppTimeline DevApps DevCenterStats DevNotices ' +
  'DevPublisher DevTokens DevWebhooks MailPreferences ReviewWait';
/** Uses of the other queries that need no request of their own: they poll, or their page has just made it. */
const REFRESHED_BY_OTHERS = [
  'desk/desk-page.tsx DeskToday',
  'licences/unbind-dialog.tsx LicenceDetail',
  'orders/payment.tsx OrderDetail',
  'preview/shared-preview.tsx DevAppPreview',
  'staff/review-count.tsx ReviewQueue',
  'versions/replacement-field.tsx DevAppList',
];

test('a view of data that others change requests it again whenever it opens', () => {
  const uses = sources.flatMap(({ path, text }) =>
    /^apps\/[\w-]+\/app\//.test(path) && !/\.test\.tsx?$/.test(path)
      ? [...text.matchAll(/\buse(?!Lazy)(\w+)Query\((?:\)|[^;]*?\);)/g)].map(([call, name = '']) => ({
          path,
          name,
          call,
        }))
      : [],
  );
  expect(uses.length).toBeGreaterThan(60);
  const cached = uses.filter(
    ({ name, call }) =>
      !CACHED.split(' ').includes(name) && !call.includes('refetchOnMountOrArgChange: true'),
  );
  const places = new Set(cached.map(({ path, name }) => `${path.split('/').slice(-2).join('/')} ${name}`));
  expect([...places].toSorted()).toEqual(REFRESHED_BY_OTHERS);
});
