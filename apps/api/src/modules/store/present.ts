import type { AppDetail, AppItem, AppRelease, DataOf, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';
import { STORE_CATEGORIES, type AppCategory, type AppText, type StoreCategory } from '@yunduo/validation';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import type { Files } from '../../files.ts';
import { pictureAddresses } from '../files/picture-addresses.ts';
import { localizedInBoth, localized, isUntranslated, languageOf } from '../text/localized.ts';
import { humanCount, humanSize } from '../text/human.ts';
import {
  type findApp,
  type findCatalogue,
  type RelationRow,
  type ReleaseRow,
  type ScreenshotRow,
  type WithdrawnRow,
  yankReasonsOf,
} from './detail.ts';
import type { listApps } from './list.ts';
import { presentStorePublisher } from './publisher.ts';

/** Responses in wire format, in the reader's language where available. */
type Listed = Omit<Awaited<ReturnType<typeof listApps>>['list'][number], 'total'>;
type Detailed = Awaited<ReturnType<typeof findApp>>;
type Catalogue = Awaited<ReturnType<typeof findCatalogue>>;
type Catalogued = Catalogue['rows'][number];

const terms = { zh: zh.storeTerms, en: en.storeTerms };
/** Incremented when a catalogue field changes its meaning; the desktop client refuses unknown versions. */
const CATALOGUE_SCHEMA = 1;

const moment = (value: Date | string | null): string => new Date(value ?? 0).toISOString();

/** All categories with their number of apps; saved apps are not counted. */
export function presentCategories(
  counts: Record<AppCategory, number>,
  locale: Locale,
): DataOf<typeof appStore.categories> {
  const countOf = (id: StoreCategory): number | null => (id === 'my' ? null : counts[id]);
  return {
    list: STORE_CATEGORIES.map((id) => ({ id, name: terms[locale].category[id], count: countOf(id) })),
  };
}

type Texts = Partial<Record<AppText, readonly Bilingual[]>>;

/** Names of the texts shown in the other language; omitted when there are none. */
function untranslated(texts: Texts, locale: Locale): Pick<AppItem, 'untranslated'> {
  const names = (Object.keys(texts) as AppText[]).filter((name) =>
    texts[name]?.some((text) => isUntranslated(text, locale)),
  );
  return names.length > 0 ? { untranslated: names } : {};
}

/** An app in a list, in the reader's language. */
export function presentItem(row: Listed, locale: Locale, files: Files): AppItem {
  return {
    id: row.id,
    app_key: row.appKey,
    name: localized(row.name, locale),
    intro: localized(row.intro, locale),
    logo: row.logo === null ? null : files.url(row.logo),
    cate: row.category,
    cate_name: terms[locale].category[row.category],
    certified: row.certified,
    source: row.source,
    free: row.free,
    version: row.version,
    size: row.size,
    human_size: humanSize(row.size),
    download_num: row.downloadCount,
    human_download_num: humanCount(row.downloadCount, locale),
    updated_at: moment(row.lastReleasedAt),
    os: row.os,
    arch: row.arch,
    ...untranslated({ name: [row.name], intro: [row.intro] }, locale),
    ...onlyIn(row),
  };
}

/** The page of an app, in the reader's language. */
export function presentDetail(row: Detailed, locale: Locale, files: Files): AppDetail {
  const { os, gpu, hard_disk, mem, cpu, network_card } = row.requirements;
  const texts = {
    name: [row.name],
    intro: [row.intro],
    description: [row.description],
    screenshots: row.screenshots.map(({ alt }) => alt),
    requirements: [os, gpu, hard_disk, mem, cpu, network_card],
  };
  const ofShots = languageOf(texts.screenshots, locale);
  const ofRequirements = languageOf(texts.requirements, locale);
  return {
    ...presentItem(row, locale, files),
    description: localized(row.description, locale),
    screenshots: row.screenshots.map((screenshot) => presentScreenshot(screenshot, ofShots, files)),
    update_log: row.releases.map((release) => presentRelease(release, locale)),
    ...(row.withdrawn.length > 0 && {
      withdrawn: row.withdrawn.map((version) => presentWithdrawn(version, locale)),
    }),
    requirements: {
      os: localized(os, ofRequirements),
      gpu: localized(gpu, ofRequirements),
      hard_disk: localized(hard_disk, ofRequirements),
      mem: localized(mem, ofRequirements),
      cpu: localized(cpu, ofRequirements),
      network_card: localized(network_card, ofRequirements),
    },
    dependencies: presentRelations(row.relations, 'dependency', locale),
    conflicts: presentRelations(row.relations, 'conflict', locale),
    developer: row.publisher
      ? localized(row.publisher.name, locale)
      : (row.developer ?? row.brand?.[locale] ?? ''),
    ...(row.publisher && { publisher: presentStorePublisher(row.publisher) }),
    licence: row.licence,
    homepage: row.homepage,
    repo_url: row.repoUrl,
    first_published_at: moment(row.firstPublishedAt),
    ...untranslated(texts, locale),
  };
}

function presentScreenshot(
  { stem, width, height, alt }: ScreenshotRow,
  locale: Locale,
  files: Files,
): AppDetail['screenshots'][number] {
  return {
    ...pictureAddresses(files, stem[locale], width),
    width,
    height,
    alt: localized(alt, locale),
  };
}

function presentWithdrawn(row: WithdrawnRow, locale: Locale): NonNullable<AppDetail['withdrawn']>[number] {
  const reasons = yankReasonsOf(row);
  return {
    version: row.version,
    released_at: moment(row.releasedAt),
    reason: localized(reasons, locale),
    ...(isUntranslated(reasons, locale) && { untranslated: true as const }),
  };
}

/** A version of an app with its changes, in the reader's language. */
export function presentRelease(row: ReleaseRow, locale: Locale): AppRelease {
  const language = languageOf(
    row.changes.map(({ text }) => text),
    locale,
  );
  return {
    version: row.version,
    git_version: row.gitVersion,
    git_commit: row.gitCommit,
    package_sha256: row.packageSha256,
    released_at: moment(row.releasedAt),
    size: row.size,
    human_size: humanSize(row.size),
    changes: row.changes.map(({ kind, text }) => ({ kind, text: localized(text, language) })),
    ...(language !== locale && { untranslated: true as const }),
  };
}

function presentRelations(
  rows: RelationRow[],
  kind: RelationRow['kind'],
  locale: Locale,
): AppDetail['dependencies'] {
  return rows
    .filter((row) => row.kind === kind)
    .map(({ id, name, constraint, note }) => ({
      id,
      name: localized(name, locale),
      constraint,
      note: localized(note, locale),
    }));
}

/** The only language of an app; omitted when it has both. */
function onlyIn({ name, intro }: Pick<Listed, 'name' | 'intro'>): { only_in?: Locale } {
  const lacks = (locale: Locale) => [name, intro].some((text) => isUntranslated(text, locale));
  if (lacks('en')) return { only_in: 'zh' };
  return lacks('zh') ? { only_in: 'en' } : {};
}

/** Apps in both languages, for clients that cache them. */
export function presentCatalogue(
  { rows, removed, newest, asOf }: Catalogue,
  files: Files,
): DataOf<typeof appStore.catalog> {
  const related = (row: Catalogued, kind: RelationRow['kind']) =>
    row.relations.flatMap(({ kind: of, appKey, constraint }) =>
      of === kind && appKey !== null ? [{ app_key: appKey, constraint }] : [],
    );
  return {
    schema_version: CATALOGUE_SCHEMA,
    updated_at: moment(newest ?? null),
    as_of: moment(asOf ?? null),
    removed,
    list: rows.map((row) => ({
      id: row.id,
      app_key: row.appKey,
      name: localizedInBoth(row.name),
      intro: localizedInBoth(row.intro),
      ...onlyIn(row),
      logo: row.logo === null ? null : files.url(row.logo),
      cate: row.category,
      certified: row.certified,
      source: row.source,
      version: row.version,
      repo_url: row.repoUrl,
      git_version: row.gitVersion,
      git_commit: row.gitCommit,
      size: row.size,
      package_sha256: row.packageSha256,
      updated_at: moment(row.lastReleasedAt),
      os: row.os,
      arch: row.arch,
      dependencies: related(row, 'dependency'),
      conflicts: related(row, 'conflict'),
      minimum: row.minimum,
    })),
  };
}
