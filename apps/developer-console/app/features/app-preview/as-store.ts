import type { AppDetail, AppRelease, DataOf, DevAppDetail, DevVersion, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { storeDescription, storeRequirements } from '@yunduo/i18n/listing';
import type { AppDraft } from '../../own-app/app-draft.ts';

type Catalogue = DataOf<typeof appStore.catalog>['list'];
type Relation = AppDraft['relations'][number];

interface StoreView {
  locale: Locale;
  /** What an app may relate to; without it relations go by their keys. */
  catalogue?: Catalogue;
  /** When it would be released: now. */
  now: Date;
}

const READABLE: readonly DevVersion['review_status'][] = ['released', 'superseded'];

/** A category that is not chosen yet shows as the one that the server begins with. */
const FIRST_CATEGORY = 'practical';

/**
 * The app as its page in the store would have it if this draft were released now, in one language. The server says the
 * same of a saved draft behind a shared link.
 */
export function asStore(
  detail: DevAppDetail,
  draft: AppDraft,
  { locale, catalogue = [], now }: StoreView,
): AppDetail {
  const { listing } = detail;
  const coming = comingOf(detail);
  const earlier =
    detail.status === 'published'
      ? detail.versions.filter(({ review_status }) => READABLE.includes(review_status))
      : [];
  const releases = [...(coming ? [coming] : []), ...earlier];
  const [shown] = releases;
  const requirements = storeRequirements(draft);
  const cate = draft.category ?? FIRST_CATEGORY;
  const relationsOf = (kind: Relation['kind']) =>
    draft.relations
      .filter((relation) => relation.kind === kind)
      .map((relation) => asRelation(relation, locale, catalogue));
  return {
    id: detail.id,
    app_key: draft.app_key,
    name: draft.name[locale],
    intro: draft.intro[locale],
    logo: draft.logo?.src ?? null,
    cate,
    // Said by the page, in its own language.
    cate_name: '',
    certified: listing.certified,
    source: listing.source,
    free: listing.free,
    version: shown?.version ?? '',
    size: shown?.size ?? 0,
    human_size: shown?.human_size ?? '0 B',
    download_num: detail.download_num,
    human_download_num: listing.downloads[locale],
    updated_at: now.toISOString(),
    os: draft.os,
    arch: draft.arch,
    description: storeDescription(draft)[locale],
    screenshots: draft.screenshots.map(({ src, srcset, width, height, alt }) => ({
      src,
      srcset,
      width,
      height,
      alt: alt[locale],
    })),
    update_log: releases.map((version) => asRelease(version, locale, now)),
    requirements: {
      os: requirements.os[locale],
      gpu: requirements.gpu[locale],
      hard_disk: requirements.hard_disk[locale],
      mem: requirements.mem[locale],
      cpu: requirements.cpu[locale],
      network_card: requirements.network_card[locale],
    },
    dependencies: relationsOf('dependency'),
    conflicts: relationsOf('conflict'),
    developer: listing.developer[locale],
    licence: draft.licence,
    homepage: draft.homepage,
    repo_url: coming?.repo_url ?? listing.repo_url,
    first_published_at: listing.first_published_at ?? now.toISOString(),
  };
}

/** The version on its way to the store: what is worked on, whatever higher number was decided, and that before others. */
function comingOf({ versions, open_version_id, current_version_id }: DevAppDetail): DevVersion | undefined {
  const live = versions.findIndex(({ id }) => id === current_version_id);
  const higher = live === -1 ? versions : versions.slice(0, live);
  return (
    versions.find(({ id }) => id === open_version_id) ??
    higher.find(({ review_status }) => review_status === 'approved') ??
    higher.find(({ review_status }) => review_status === 'rejected')
  );
}

const asRelease = (version: DevVersion, locale: Locale, now: Date): AppRelease => ({
  version: version.version,
  git_version: version.git_version,
  released_at: version.released_at ?? now.toISOString(),
  size: version.size,
  human_size: version.human_size,
  changes: version.changes.map(({ kind, text }) => ({ kind, text: text[locale] })),
});

/** As the store names them: its own apps by their names, everything else by what was written. */
function asRelation(
  { app_key, package: written, constraint, note }: Relation,
  locale: Locale,
  catalogue: Catalogue,
): AppDetail['dependencies'][number] {
  const target = app_key === null ? undefined : catalogue.find((app) => app.app_key === app_key);
  return {
    id: target?.id ?? null,
    name: target?.name[locale] ?? written ?? app_key ?? '',
    constraint,
    note: note[locale],
  };
}
