import type { InputOf, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { APP_CATEGORIES, PAGE_SIZE, type AppCategory } from '@yunduo/validation';
import { and, arrayContains, asc, count, eq, or, sql, type Column, type SQL } from 'drizzle-orm';
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

/** * A search that finds fewer apps than this is asked once more, with slips of the pen forgiven. */
const FOUND_ENOUGH = 5;

interface Reader {
  locale: Locale;
  /** Whose apps `my` shows. */
  userId: number | null;
}

/**
 * A page of the published apps and how many there are, in one statement. Each part of it is read off the index that
 * serves it: the order of the list, the grams of the search, or the filters for the number. Only a search that finds
 * next to nothing takes a second statement.
 */
export async function listApps(db: Db, filters: Filters, locale: Locale, userId: number | null) {
  const reader = { locale, userId };
  const exact = await pageOf(db, filters, reader, false);
  const answer =
    parseQuery(filters.q) && exact.total < FOUND_ENOUGH ? await pageOf(db, filters, reader, true) : exact;
  return { ...answer, page: filters.page ?? 1, pageSize: filters.page_size ?? PAGE_SIZE.default };
}

async function pageOf(db: Db, filters: Filters, reader: Reader, forgiving: boolean) {
  const rows = await listStatement(db, filters, reader, forgiving);
  const [first] = rows;
  if (first) return { rows, total: first.total };
  // A page beyond the last one has no row that could tell the count.
  if ((filters.page ?? 1) === 1) return { rows, total: 0 };
  const where = and(...narrowing(filters, reader.userId), ...found(parseQuery(filters.q), forgiving));
  return { rows, total: await db.$count(apps, where) };
}

/** The statement of `listApps`, for whoever wants to see its plan. `forgiving` takes slips of the pen for what was meant. */
export function listStatement(db: Db, filters: Filters, { locale, userId }: Reader, forgiving = false) {
  const query = parseQuery(filters.q);
  const narrowed = and(...narrowing(filters, userId));
  const where = and(narrowed, ...found(query, forgiving));
  const limit = filters.page_size ?? PAGE_SIZE.default;
  const part = { limit, offset: ((filters.page ?? 1) - 1) * limit };
  const order = orderOf(filters.sort, locale);
  const ranked = query && query.terms.length > 0 && (filters.sort ?? 'recommend') === 'recommend';
  const page = ranked
    ? mostRelevant(query, narrowed, part, forgiving)
    : sql`select ${apps.id} as found_id, 0 as tier from ${apps} where ${where}
        order by ${sql.join(order, sql`, `)} limit ${part.limit} offset ${part.offset}`;
  // Only numbers are ranked and cut; what a row shows is fetched for the rows of the page alone.
  return db
    .select({
      ...listedColumns,
      total: countOf(query, narrowed, forgiving),
    })
    .from(sql`(${page}) as found`)
    .innerJoin(apps, sql`${apps.id} = found.found_id`)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .orderBy(sql`found.tier`, ...order);
}

/**
 * How many there are. The fence of `offset 0` makes PostgreSQL take the hits from the grams' index and narrow them down
 * by what stands in their rows; otherwise it may begin with a filter, and unpack the grams of all that it leaves.
 */
function countOf(query: SearchQuery | null, narrowed: SQL | undefined, forgiving: boolean): SQL<number> {
  const hits = query
    ? sql`(select * from ${apps} where ${and(...found(query, forgiving))} offset 0) as apps`
    : sql`${apps}`;
  return sql`(select count(*) from ${hits} where ${narrowed})`.mapWith(Number);
}

function narrowing(filters: Filters, userId: number | null): (SQL | undefined)[] {
  return [
    isPublished,
    inCategory(filters.cate, userId),
    filters.os && arrayContains(apps.os, [filters.os]),
    filters.arch && arrayContains(apps.arch, [filters.arch]),
    filters.certified === undefined ? undefined : eq(apps.certified, filters.certified),
    filters.source && eq(apps.source, filters.source),
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

/** Every term is in the app's words or, when slips are forgiven, resembles a word of its name. */
function found(query: SearchQuery | null, forgiving: boolean): (SQL | undefined)[] {
  if (!query) return [];
  const { terms } = query;
  if (terms.length === 0) return [sql`false`];
  if (forgiving) return terms.map((term) => or(holds([term]), resembles(term)));
  return [holds(terms)];
}

const hasAll = (column: Column, grams: string[]): SQL =>
  sql`indexed_only(${column}) @> ${sql.param(grams, column)}`;

/** The grams of all terms are asked for at once: one look into the index instead of one for each. */
const holds = (terms: readonly SearchTerm[]): SQL =>
  hasAll(apps.searchGrams, [...new Set(terms.flatMap(({ grams }) => grams))]);

const resembles = ({ forms }: SearchTerm): SQL | undefined =>
  forms.length > 0
    ? sql`indexed_only(${apps.searchTypos}) && ${sql.param(forms, apps.searchTypos)}`
    : undefined;

/** As in the indexes, which hold what is descending with nulls last. */
const falling = (column: Column): SQL => sql`${column} desc nulls last`;

function orderOf(sort: Filters['sort'], locale: Locale): SQL[] {
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
      return [asc(apps.recommendedRank), falling(apps.downloadCount), asc(apps.id)];
  }
}

/**
 * Names come first: the same, begins with, a word begins with, holds; then keywords, slips, and all other words. The
 * few that are found by their names are ranked one by one; the many that only mention the words somewhere are all
 * alike, and come in the order of the store, of which no more is read than the page shows. No condition joins two
 * indexes by `or` where thousands may be found: PostgreSQL would unpack the grams of each to see which it was.
 */
function mostRelevant(
  query: SearchQuery,
  narrowed: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
  forgiving: boolean,
): SQL {
  const { text, terms, nameGrams, keywordGrams } = query;
  const inNames = (part: string): SQL => sql`strpos(${apps.searchNames}, ${part}) > 0`;
  const columns = sql`${apps.id}, ${apps.recommendedRank}, ${apps.downloadCount}`;
  const slips = forgiving ? or(...terms.map(resembles)) : undefined;
  const parts = [
    sql`select ${columns}, case
        when ${inNames(`\n${text}\n`)} then 0
        when ${inNames(`\n${text}`)} then 1
        when ${inNames(` ${text}`)} then 2
        else 3 end as tier
      from ${apps} where ${and(narrowed, hasAll(apps.searchNameGrams, nameGrams), inNames(text))}`,
    sql`select ${columns}, 4 as tier
      from ${apps} where ${and(narrowed, hasAll(apps.searchNameGrams, keywordGrams))}`,
    slips &&
      sql`select ${columns}, 5 as tier from ${apps} where ${and(narrowed, slips, ...found(query, true))}`,
  ].filter((part) => part !== undefined);
  const order = sql.join(orderOf('recommend', 'zh'), sql`, `);
  return sql`
    with named as materialized (
      select id, recommended_rank, download_count, min(tier) as tier
      from (${sql.join(parts, sql` union all `)}) as parts group by id, recommended_rank, download_count),
    others as materialized (
      select ${columns}, 6 as tier from ${apps}
      where ${and(narrowed, holds(terms))} and ${apps.id} not in (select id from named)
      order by ${order} limit ${limit + offset})
    select id as found_id, tier from (select * from named union all select * from others) as ranked
    order by tier, recommended_rank, download_count desc nulls last, id limit ${limit} offset ${offset}`;
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
