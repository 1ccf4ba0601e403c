import type { ErrorData } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  not,
  sql,
  type SQL,
} from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/account.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { siteSettings } from '../../db/schema/content.ts';
import { publishers } from '../../db/schema/publisher.ts';
import { appRelations, apps, appScreenshots, appVersions, type Change } from '../../db/schema/store.ts';
import { apiError, type ApiError } from '../../http/errors.ts';
import { localized } from '../text/localized.ts';
import { isPublished, listedColumns } from './list.ts';
import { versionKey } from './version-key.ts';

/** Publicly readable releases: those that are or were current. */
export const READABLE = ['released', 'superseded'] as const;

export interface ReleaseRow {
  version: string;
  gitVersion: string;
  gitCommit: string | null;
  packageSha256: string | null;
  releasedAt: string;
  size: number;
  changes: Change[];
}
export interface ScreenshotRow {
  stem: Bilingual;
  width: number;
  height: number;
  alt: Bilingual;
}
export interface RelationRow {
  kind: 'dependency' | 'conflict';
  id: number | null;
  appKey: string | null;
  name: Bilingual;
  constraint: string;
  note: Bilingual;
}

/** Rows of another table as one JSON value, so that a detail needs one query. */
function listOf<T>(from: SQL): SQL<T[]> {
  return sql<T[]>`coalesce((${from}), '[]'::json)`;
}

const releases = listOf<ReleaseRow>(sql`
  select json_agg(json_build_object('version', v.version, 'gitVersion', v.git_version, 'gitCommit', v.git_commit,
    'packageSha256', v.package_sha256, 'releasedAt', v.released_at, 'size', v.size, 'changes', v.changes) order by v.version_key desc)
  from ${appVersions} v where v.app_id = ${apps.id} and v.review_status in ('released', 'superseded')
    and not v.listing`);

export interface WithdrawnRow {
  version: string;
  releasedAt: string;
  yankReason: string | null;
  yankReasons: Bilingual | null;
}

const withdrawn = listOf<WithdrawnRow>(sql`
  select json_agg(json_build_object('version', v.version, 'releasedAt', v.released_at, 'yankReason', v.yank_reason,
    'yankReasons', v.yank_reasons) order by v.version_key desc)
  from ${appVersions} v where v.app_id = ${apps.id} and v.review_status = 'yanked' and v.released_at is not null
    and not v.listing`);

const screenshots = listOf<ScreenshotRow>(sql`
  select json_agg(json_build_object('stem', s.stem, 'width', s.width, 'height', s.height, 'alt', s.alt)
    order by s.position)
  from ${appScreenshots} s where s.app_id = ${apps.id}`);

// A related app that is not published is shown by name only; one never published by the key that the referring
// developer wrote, because its name is confidential.
const relations = listOf<RelationRow>(sql`
  select json_agg(json_build_object('kind', r.kind, 'id', case when t.status = 'published' then t.id end,
    'appKey', t.app_key, 'name', case when t.first_published_at is not null then t.name
      else jsonb_build_object('zh', coalesce(r.package, t.app_key), 'en', coalesce(r.package, t.app_key)) end,
    'constraint', r.version_constraint, 'note', r.note) order by r.kind desc, r.position)
  from ${appRelations} r left join ${apps} t on t.id = r.target_app_id where r.app_id = ${apps.id}`);

/**
 * A published app with everything on its page.
 * @throws ApiError APP_NOT_FOUND
 */
export async function findApp(db: Db, id: number) {
  const [row] = await db
    .select({
      ...listedColumns,
      description: apps.description,
      requirements: apps.requirements,
      licence: apps.licence,
      homepage: apps.homepage,
      repoUrl: apps.repoUrl,
      firstPublishedAt: apps.firstPublishedAt,
      developer: users.nickname,
      publisher: publishers,
      brand: siteSettings.name,
      releases,
      withdrawn,
      screenshots,
      relations,
    })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .leftJoin(users, eq(users.id, apps.developerId))
    .leftJoin(publishers, eq(publishers.userId, apps.developerId))
    .leftJoin(siteSettings, eq(siteSettings.id, 1))
    .where(and(isPublished, eq(apps.id, id)));
  if (!row) throw apiError('APP_NOT_FOUND');
  return row;
}

/**
 * The id of the app given by id or key; the reader checks that it is published.
 * @throws ApiError VALIDATION_FAILED without either, APP_NOT_FOUND
 */
export async function idOfApp(db: Db, which: { id?: number; app_key?: string }): Promise<number> {
  if (which.id !== undefined) return which.id;
  if (which.app_key === undefined) throw apiError('VALIDATION_FAILED', { fields: { id: 'field_invalid' } });
  const [app] = await db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, which.app_key));
  if (!app) throw apiError('APP_NOT_FOUND');
  return app.id;
}

/** Replacements followed: longer chains, and circles of them, lead nowhere. */
const REPLACEMENTS_MAX = 10;

/**
 * The error for an app that the store does not show. One that its developer unpublished is named, with the published
 * app at the end of its replacements; nothing is said about one that was never published or that an operator took down.
 */
export async function appNotFound(db: Db, id: number, locale: Locale): Promise<ApiError> {
  const [unpublished] = await findUnpublished(db, eq(apps.id, id), locale);
  return apiError('APP_NOT_FOUND', unpublished && { unpublished });
}

/** The apps of a selection that their developers unpublished, each with the published app that replaces it. */
export async function findUnpublished(
  db: Db,
  which: SQL,
  locale: Locale,
): Promise<NonNullable<ErrorData['unpublished']>[]> {
  const rows = await db
    .select({ id: apps.id, appKey: apps.appKey, name: apps.name })
    .from(apps)
    .where(and(which, not(isPublished), isNotNull(apps.firstPublishedAt), isNull(apps.takenDownAt)));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: found } = await db.execute<{ of: number; id: number; app_key: string; name: Bilingual }>(sql`
    with recursive replacements as (
      select ${apps.id} as of, replaced_by as id, 1 as step from ${apps} where ${inArray(apps.id, ids)}
      union all
      select r.of, a.replaced_by, r.step + 1 from replacements r join ${apps} a on a.id = r.id
      where a.status <> 'published' and a.taken_down_at is null and r.step < ${REPLACEMENTS_MAX})
    select r.of, a.id, a.app_key, a.name from replacements r join ${apps} a on a.id = r.id
    where a.status = 'published'`);
  // A published app ends its chain: there is at most one for each.
  const others = new Map(
    found.map(({ of, name, ...other }) => [of, { ...other, name: localized(name, locale) }]),
  );
  return rows.map(({ id, appKey, name }) => ({
    app_key: appKey,
    name: localized(name, locale),
    replaced_by: others.get(id) ?? null,
  }));
}

/**
 * Releases of a published app, newest first; optionally those after `from` up to `to`.
 * @throws ApiError APP_NOT_FOUND
 */
export async function findReleases(
  db: Db,
  id: number,
  range: { from?: string; to?: string } = {},
): Promise<{ current: string; list: ReleaseRow[] }> {
  const [app] = await db
    .select({ current: appVersions.version })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .where(and(isPublished, eq(apps.id, id)));
  if (!app) throw apiError('APP_NOT_FOUND');
  const to = range.to ?? (range.from === undefined ? undefined : app.current);
  const rows = await db
    .select()
    .from(appVersions)
    .where(
      and(
        eq(appVersions.appId, id),
        inArray(appVersions.reviewStatus, [...READABLE]),
        not(appVersions.listing),
        range.from === undefined ? undefined : gt(appVersions.versionKey, versionKey(range.from)),
        to === undefined ? undefined : lte(appVersions.versionKey, versionKey(to)),
      ),
    )
    .orderBy(desc(appVersions.versionKey));
  return {
    current: app.current,
    list: rows.flatMap(({ releasedAt, ...row }) =>
      releasedAt ? [{ ...row, releasedAt: releasedAt.toISOString() }] : [],
    ),
  };
}

/** Overlap before `since`, ms: a change may take that long to commit. */
const CHANGE_ON_ITS_WAY = 5 * 60_000;

/** The catalogue for the desktop client, in both languages: all of it, or the changes since a time. */
export async function findCatalogue(db: Db, since?: Date) {
  // Read before the rows: a change in between is returned again by the next request.
  const [bounds] = await db
    .select({
      newest: sql`max(${apps.lastReleasedAt}) filter (where ${isPublished})`.mapWith(apps.lastReleasedAt),
      asOf: max(apps.updatedAt),
    })
    .from(apps)
    .where(isNotNull(apps.firstPublishedAt));
  const changed = since && gte(apps.updatedAt, after(since, -CHANGE_ON_ITS_WAY));
  const rows = await db
    .select({
      ...listedColumns,
      minimum: apps.minimum,
      repoUrl: apps.repoUrl,
      gitVersion: appVersions.gitVersion,
      gitCommit: appVersions.gitCommit,
      packageSha256: appVersions.packageSha256,
      relations,
    })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .where(and(isPublished, changed))
    .orderBy(asc(apps.id));
  const removed = changed
    ? await db
        .select({ appKey: apps.appKey })
        .from(apps)
        .where(and(isNotNull(apps.firstPublishedAt), not(isPublished), changed))
        .orderBy(asc(apps.id))
    : [];
  return { rows, removed: removed.map(({ appKey }) => appKey), ...bounds };
}

/** Why a version was withdrawn, by language; a reason in one text is shown to readers of both. */
export const yankReasonsOf = ({
  yankReason,
  yankReasons,
}: Pick<WithdrawnRow, 'yankReason' | 'yankReasons'>): Bilingual =>
  yankReasons ?? { zh: yankReason ?? '', en: yankReason ?? '' };
