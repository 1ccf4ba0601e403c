import type { InputOf, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { APP_CATEGORIES, PAGE_SIZE, type AppCategory } from '@yunduo/validation';
import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  eq,
  or,
  sql,
  type Column,
  type SQL,
} from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apps, appVersions, savedApps } from '../../db/schema/store.ts';
import { parseQuery, type SearchQuery, type SearchTerm } from './search-text.ts';

type Filters = InputOf<typeof appStore.list>;

/** Written out, not bound: the planner then sees that the partial indexes apply. */
export const isPublished = sql`${apps.status} = 'published'`;

/** What an app in a list is made of. */
export const listedColumns = {
  id: apps.id,
  appKey: apps.appKey,
  name: apps.name,
  intro: apps.intro,
  logo: apps.logo,
  category: apps.category,
  certified: apps.certified,
  source: apps.source,
  free: apps.free,
  os: apps.os,
  arch: apps.arch,
  downloadCount: apps.downloadCount,
  lastReleasedAt: apps.lastReleasedAt,
  version: appVersions.version,
  size: appVersions.size,
};

/**
 * A page of the published apps and how many there are. A search counts while it ranks, in one query; without one the
 * page is read off an index, and the count is a second query. `userId` is whose apps `my` shows.
 */
export async function listApps(db: Db, filters: Filters, locale: Locale, userId: number | null) {
  const query = parseQuery(filters.q);
  const where = and(isPublished, ...conditions(filters, query, userId));
  const page = filters.page ?? 1;
  const pageSize = filters.page_size ?? PAGE_SIZE.default;
  const sorted = order(filters.sort, query, locale);
  // Only numbers are ranked and cut; what a row shows is fetched for the rows of the page alone.
  const found = db
    .select({
      foundId: sql<number>`${apps.id}`.as('found_id'),
      total: sql<number | null>`${query ? sql`count(*) over ()` : sql`null::bigint`}`
        .mapWith(Number)
        .as('total'),
    })
    .from(apps)
    .where(where)
    .orderBy(...sorted)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as('found');
  const countAll = async (): Promise<number> =>
    (await db.select({ total: count() }).from(apps).where(where))[0]?.total ?? 0;
  const [rows, counted] = await Promise.all([
    db
      .select({ ...listedColumns, total: found.total })
      .from(found)
      .innerJoin(apps, eq(apps.id, found.foundId))
      .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
      .orderBy(...sorted),
    query ? null : countAll(),
  ]);
  // A page beyond the last one has no row that could tell the count.
  const total = counted ?? rows[0]?.total ?? (page > 1 ? await countAll() : 0);
  return { rows, total, page, pageSize };
}

function conditions(filters: Filters, query: SearchQuery | null, userId: number | null): (SQL | undefined)[] {
  return [
    inCategory(filters.cate, userId),
    filters.os && arrayContains(apps.os, [filters.os]),
    filters.arch && arrayContains(apps.arch, [filters.arch]),
    filters.certified === undefined ? undefined : eq(apps.certified, filters.certified),
    filters.source && eq(apps.source, filters.source),
    ...(query ? found(query) : []),
  ];
}

/** Editors recommend apps of every category; `my` are those that I saved or own. */
function inCategory(cate: Filters['cate'], userId: number | null): SQL | undefined {
  if (cate === undefined) return undefined;
  if (cate === 'recommend') return sql`${apps.recommendedRank} is not null`;
  if (cate !== 'my') return eq(apps.category, cate);
  return sql`(${apps.developerId} = ${userId} or exists (
    select 1 from ${savedApps} where ${savedApps.appId} = ${apps.id} and ${savedApps.userId} = ${userId}))`;
}

/** Every term is in the app's words, or is a slip of the pen for a word of its name. */
function found({ terms }: SearchQuery): (SQL | undefined)[] {
  if (terms.length === 0) return [sql`false`];
  return terms.map((term) => or(holds(term), resembles(term)));
}

// Grams find candidates by the index; where they prove too little, the text tells whether they stand side by side.
const holds = ({ text, grams, unsure }: SearchTerm): SQL | undefined =>
  and(
    sql`indexed_only(${apps.searchGrams}) @> ${sql.param(grams, apps.searchGrams)}`,
    unsure ? sql`strpos(${apps.searchText}, ${text}) > 0` : undefined,
  );

const resembles = ({ forms }: SearchTerm): SQL | undefined =>
  forms.length > 0 ? arrayOverlaps(apps.searchTypos, forms) : undefined;

/** As in the indexes, which hold what is descending with nulls last. */
const falling = (column: Column): SQL => sql`${column} desc nulls last`;

function order(sort: Filters['sort'], query: SearchQuery | null, locale: Locale): SQL[] {
  switch (sort) {
    case 'newest':
      return [falling(apps.firstPublishedAt), falling(apps.id)];
    case 'updated':
      return [falling(apps.lastReleasedAt), falling(apps.id)];
    case 'downloads':
      return [falling(apps.downloadCount), asc(apps.id)];
    case 'name':
      return [asc(locale === 'zh' ? apps.sortNameZh : apps.sortNameEn), asc(apps.id)];
    default:
      return [
        ...(query ? [relevance(query)] : []),
        asc(apps.recommendedRank),
        falling(apps.downloadCount),
        asc(apps.id),
      ];
  }
}

/** Names come first: the same, begins with, a word begins with, holds; then keywords, slips, and all other words. */
function relevance({ text, terms }: SearchQuery): SQL {
  const inNames = (part: string): SQL => sql`strpos(${apps.searchNames}, ${part}) > 0`;
  const slips = or(...terms.map(resembles)) ?? sql`false`;
  return sql`case
    when ${inNames(`\n${text}\n`)} then 0
    when ${inNames(`\n${text}`)} then 1
    when ${inNames(` ${text}`)} then 2
    when ${inNames(text)} then 3
    when ${arrayContains(apps.keywords, [text])} then 4
    when ${slips} then 5
    else 6 end`;
}

/** How many published apps each category holds, in one query. */
export async function countCategories(db: Db): Promise<Record<AppCategory, number>> {
  const rows = await db
    .select({ category: apps.category, all: count(), recommended: count(apps.recommendedRank) })
    .from(apps)
    .where(isPublished)
    .groupBy(apps.category);
  const counts = Object.fromEntries(APP_CATEGORIES.map((category) => [category, 0])) as Record<
    AppCategory,
    number
  >;
  for (const { category, all, recommended } of rows) {
    counts[category] += all;
    counts.recommend += recommended;
  }
  return counts;
}
