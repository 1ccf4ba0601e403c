import type { AppDetail, AppRelease, DataOf, DevAppDetail, DevVersion, appStore } from '@yunduo/api-contract';
import { isUntranslated, languageOf, localized, type Both, type Locale } from '@yunduo/i18n';
import type { AppText } from '@yunduo/validation';
import { storeDescription, storeRequirements } from '@yunduo/i18n/listing';
import type { ListingValues } from '../app-pages/listing-values.ts';

type Catalogue = DataOf<typeof appStore.catalog>['list'];
type Relation = ListingValues['relations'][number];

interface StoreView {
  locale: Locale;
  /** Apps for relations; without it relations show their keys. */
  catalogue?: Catalogue;
  /** Release time of the preview: now. */
  now: Date;
}

/** The fields of a version that the store's page uses. */
type StoreVersion = Pick<
  DevVersion,
  | 'id'
  | 'version'
  | 'git_version'
  | 'git_commit'
  | 'package_sha256'
  | 'repo_url'
  | 'size'
  | 'human_size'
  | 'changes'
  | 'review_status'
  | 'listing'
  | 'released_at'
>;
/** Facts about an app in addition to its content, from its developer's detail or from a review. */
export interface StoreFacts extends Pick<
  DevAppDetail,
  'id' | 'status' | 'open_version_id' | 'current_version_id' | 'download_num' | 'listing'
> {
  versions: readonly StoreVersion[];
}

const READABLE: readonly DevVersion['review_status'][] = ['released', 'superseded'];

/** An unselected category shows as the server's default. */
const FIRST_CATEGORY = 'practical';

/**
 * The app as on its store page if this draft were released now, in one language. The server builds the same from a
 * saved draft for a shared link.
 */
export function toStoreListing(
  detail: StoreFacts,
  draft: ListingValues,
  { locale, catalogue = [], now }: StoreView,
): AppDetail {
  const { listing } = detail;
  const coming = pendingOf(detail);
  const earlier =
    detail.status === 'published'
      ? detail.versions.filter(({ review_status }) => READABLE.includes(review_status))
      : [];
  const releases = [...(coming ? [coming] : []), ...earlier];
  const [shown] = releases;
  const requirements = storeRequirements(draft);
  const texts: Record<AppText, readonly Both[]> = {
    name: [draft.name],
    intro: [draft.intro],
    description: [storeDescription(draft)],
    screenshots: draft.screenshots.map(({ alt }) => alt),
    requirements: Object.values(requirements),
  };
  const untranslated = (Object.keys(texts) as AppText[]).filter((name) =>
    texts[name].some((text) => isUntranslated(text, locale)),
  );
  const ofShots = languageOf(texts.screenshots, locale);
  const ofRequirements = languageOf(texts.requirements, locale);
  const cate = draft.category ?? FIRST_CATEGORY;
  const relationsOf = (kind: Relation['kind']) =>
    draft.relations
      .filter((relation) => relation.kind === kind)
      .map((relation) => asRelation(relation, locale, catalogue));
  return {
    id: detail.id,
    app_key: draft.app_key,
    name: localized(draft.name, locale),
    intro: localized(draft.intro, locale),
    logo: draft.logo?.src ?? null,
    cate,
    // The page provides it in its own language.
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
    description: localized(storeDescription(draft), locale),
    screenshots: draft.screenshots.map(({ src, srcset, width, height, alt }) => ({
      src,
      srcset,
      width,
      height,
      alt: localized(alt, ofShots),
    })),
    update_log: releases.map((version) => asRelease(version, locale, now)),
    requirements: {
      os: localized(requirements.os, ofRequirements),
      gpu: localized(requirements.gpu, ofRequirements),
      hard_disk: localized(requirements.hard_disk, ofRequirements),
      mem: localized(requirements.mem, ofRequirements),
      cpu: localized(requirements.cpu, ofRequirements),
      network_card: localized(requirements.network_card, ofRequirements),
    },
    dependencies: relationsOf('dependency'),
    conflicts: relationsOf('conflict'),
    developer: localized(listing.developer, locale),
    ...(listing.publisher && { publisher: listing.publisher }),
    licence: draft.licence,
    homepage: draft.homepage,
    repo_url: coming?.repo_url ?? listing.repo_url,
    first_published_at: listing.first_published_at ?? now.toISOString(),
    ...(untranslated.length > 0 && { untranslated }),
  };
}

/**
 * The next version for the store: the open one, regardless of decided higher numbers; otherwise an approved, then a
 * rejected one.
 */
function pendingOf({ versions, open_version_id, current_version_id }: StoreFacts): StoreVersion | undefined {
  const live = versions.findIndex(({ id }) => id === current_version_id);
  const higher = live === -1 ? versions : versions.slice(0, live);
  const open = versions.find(({ id }) => id === open_version_id);
  // A listing alone releases no version: the one in the store stays.
  if (open?.listing) return undefined;
  return (
    open ??
    higher.find(({ listing, review_status }) => review_status === 'approved' && !listing) ??
    higher.find(({ listing, review_status }) => review_status === 'rejected' && !listing)
  );
}

function asRelease(version: StoreVersion, locale: Locale, now: Date): AppRelease {
  const language = languageOf(
    version.changes.map(({ text }) => text),
    locale,
  );
  return {
    version: version.version,
    git_version: version.git_version,
    git_commit: version.git_commit,
    package_sha256: version.package_sha256,
    released_at: version.released_at ?? now.toISOString(),
    size: version.size,
    human_size: version.human_size,
    changes: version.changes.map(({ kind, text }) => ({ kind, text: localized(text, language) })),
    ...(language !== locale && { untranslated: true as const }),
  };
}

/** As in the store: its own apps by name, everything else as written. */
function asRelation(
  { app_key, package: written, constraint, note }: Relation,
  locale: Locale,
  catalogue: Catalogue,
): AppDetail['dependencies'][number] {
  const target = app_key === null ? undefined : catalogue.find((app) => app.app_key === app_key);
  return {
    id: target?.id ?? null,
    name: (target && localized(target.name, locale)) ?? written ?? app_key ?? '',
    constraint,
    note: localized(note, locale),
  };
}
