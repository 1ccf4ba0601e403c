import { createHash } from 'node:crypto';
import type { InputOf, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { APP_CATEGORIES, PAGE_SIZE, type AppCategory } from '@yunduo/validation';
import { and, asc, eq, fillPlaceholders, sql, type Column, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { descNullsLast } from '../../db/query.ts';
import { apps, appVersions, listedApps, savedApps } from '../../db/schema/store.ts';
import { mayFindMore, parseQuery, type SearchQuery, type SearchTerm } from './search-text.ts';

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

/** A search that finds fewer apps than this is asked once more, less strictly. */
const FOUND_ENOUGH = 5;

interface Reader {
  locale: Locale;
  /** Whose apps `my` shows. */
  userId: number | null;
}

/**
 * A page of the published apps and how many there are, in one statement over `listed_apps`. Each part of it is read off
 * the index that serves it: the order of the list, the ngrams of the search, or the filters for the number. Only a search
 * that finds next to nothing takes a second statement.
 */
export async function listApps(db: Db, filters: Filters, locale: Locale, userId: number | null) {
  const reader = { locale, userId };
  const query = parseQuery(filters.q);
  const request = { query, filters, reader };
  const answer = await pageOf(db, { ...request, fuzzy: false });
  const again = query !== null && mayFindMore(query) && answer.total < FOUND_ENOUGH;
  const better = again ? await pageOf(db, { ...request, fuzzy: true }) : answer;
  return { ...better, page: filters.page ?? 1, page_size: filters.page_size ?? PAGE_SIZE.default };
}

async function pageOf(db: Db, request: ListRequest) {
  // Signs alone find nothing.
  if (request.query?.terms.length === 0) return { list: [], total: 0 };
  const { statement, values } = listStatement(db, request);
  const list = await statement.execute(values);
  const [first] = list;
  if (first) return { list, total: first.total };
  // A page beyond the last one has no row that could tell the count.
  const [any] =
    (request.filters.page ?? 1) === 1 ? [] : await statement.execute({ ...values, limit: 1, offset: 0 });
  return { list, total: any?.total ?? 0 };
}

/** What is asked for; `fuzzy` passes over signs and takes slips of the pen for what was meant. */
export interface ListRequest {
  query: SearchQuery | null;
  filters: Filters;
  reader: Reader;
  fuzzy: boolean;
}

/** What decides how a statement reads; everything else is a value in it. */
interface Shape {
  sort: NonNullable<Filters['sort']>;
  locale: Locale;
  mine: boolean;
  /** The filters that a list says, or whether a search says any: how it finds does not depend on which. */
  filters: readonly FilterName[] | 'any' | 'none';
  /** In how many terms slips are forgiven, and whether there are others; null without a search. */
  search: Search | null;
}

interface Search {
  slips: number;
  others: boolean;
}

const FILTERS = ['category', 'recommended', 'os', 'arch', 'certified', 'source'] as const;
type FilterName = (typeof FILTERS)[number];

interface Named<S> {
  name: string;
  statement: S;
}
/** By database, then by shape: making a statement takes longer than filling in its values. */
type Statements<S> = WeakMap<Db, Map<string, Named<S>>>;
const statements: Statements<ReturnType<typeof prepare>> = new WeakMap();
const countStatements: Statements<ReturnType<typeof prepareCounts>> = new WeakMap();

/** The statement of `listApps` as the database gets it, for whoever wants to see its plan. */
export function listQuestion(db: Db, request: ListRequest): { name: string; sql: string; params: unknown[] } {
  const { name, statement, values } = listStatement(db, request);
  const { sql: text, params } = statement.getQuery();
  return { name, sql: text, params: fillPlaceholders(params, values) };
}

function listStatement(db: Db, request: ListRequest) {
  const { shape, values } = shapeOf(request);
  return { ...statementOf(statements, db, 'list', shape, prepare), values };
}

/** How a statement reads, and the values in it. */
function shapeOf({ query, filters, reader, fuzzy }: ListRequest) {
  const { sort = 'recommend', cate, page = 1, page_size: limit = PAGE_SIZE.default } = filters;
  const given: Record<FilterName, unknown> = {
    category: cate === 'my' || cate === 'recommend' ? undefined : cate,
    recommended: cate === 'recommend' || undefined,
    os: filters.os && ` ${filters.os} `,
    arch: filters.arch && ` ${filters.arch} `,
    certified: filters.certified,
    source: filters.source,
  };
  const terms = query ? (fuzzy ? query.looseTerms : query.terms) : [];
  const typoTerms = fuzzy ? terms.filter(({ forms }) => forms.length > 0) : [];
  const said = FILTERS.filter((name) => given[name] !== undefined);
  const shape: Shape = {
    sort,
    locale: sort === 'name' ? reader.locale : 'zh',
    mine: cate === 'my',
    filters: query ? (said.length > 0 ? 'any' : 'none') : said,
    search: query && { slips: typoTerms.length, others: terms.length > typoTerms.length },
  };
  const values: Record<string, unknown> = { limit, offset: (page - 1) * limit, user: reader.userId };
  for (const name of FILTERS) values[name] = given[name] ?? null;
  if (query) {
    Object.assign(values, {
      text: query.text,
      line: `\n${query.text}\n`,
      lineStart: `\n${query.text}`,
      wordStart: ` ${query.text}`,
      nameNgrams: query.nameNgrams,
      keywordNgrams: query.keywordNgrams,
      // The ngrams of all terms are asked for at once: one look into the index instead of one for each.
      ngrams: ngramsOfAll(terms),
    });
    typoTerms.forEach(({ forms }, index) => {
      values[`forms${index}`] = forms;
    });
    misspelt(typoTerms.length).forEach((some, way) => {
      values[`rest${way}`] = ngramsOfAll(terms.filter((term) => !some.includes(typoTerms.indexOf(term))));
    });
  }
  return { shape, values };
}

function statementOf<S>(
  all: Statements<S>,
  db: Db,
  kind: 'list' | 'counts',
  shape: Shape,
  make: (db: Db, shape: Shape, name: string) => S,
): Named<S> {
  const key = JSON.stringify(shape);
  const known = all.get(db) ?? new Map<string, Named<S>>();
  all.set(db, known);
  const name = nameOf(shape, kind, key);
  const made = known.get(key) ?? { name, statement: make(db, shape, name) };
  // Only the few with a name: all others together would be a thousand.
  if (name) known.set(key, made);
  return made;
}

const ngramsOfAll = (terms: readonly SearchTerm[]): string[] => [
  ...new Set(terms.flatMap(({ ngrams }) => ngrams)),
];

/**
 * PostgreSQL keeps a statement that has a name planned, on each connection, for good: planning takes longer than most
 * searches. There are few shapes of searches, and of lists with one filter; the many others are planned each time.
 */
function nameOf({ filters, search }: Shape, kind: string, key: string): string {
  const few = search ? search.slips <= 2 : filters.length <= 1;
  return few ? `${kind} ${createHash('sha256').update(key).digest('hex').slice(0, 16)}` : '';
}

/** A value of the statement. Its type is said where nothing around it tells. */
const value = (name: string): SQL => sql`${sql.placeholder(name)}`;
const typed = (name: string, type: 'text' | 'boolean'): SQL => sql`${value(name)}::${sql.raw(type)}`;
const ngrams = (name: string): SQL => sql`${sql.param(sql.placeholder(name), listedApps.searchNgrams)}`;
/** The same, where the planner shall not see which. */
const unseen = (name: string): SQL => sql`(select ${ngrams(name)}::text[])`;

function prepare(db: Db, shape: Shape, name: string) {
  const order = orderOf(shape.sort, shape.locale, apps);
  // Only numbers are ranked and cut; what a row shows is fetched for the rows of the page alone.
  return db
    .select({ ...listedColumns, total: sql`found.total`.mapWith(Number) })
    .from(sql`(${shape.search ? searchPage(shape, shape.search) : listPage(shape)}) as found`)
    .innerJoin(apps, sql`${apps.id} = found.id`)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .orderBy(sql`found.tier`, ...order)
    .prepare(name);
}

function listPage(shape: Shape): SQL {
  const narrowed = narrowing(shape);
  const where = narrowed ? sql`where ${narrowed}` : sql``;
  return sql`
    select ${listedApps.id}, 0 as tier, (select count(*) from ${listedApps} ${where}) as total
    from ${listedApps} ${where}
    order by ${sql.join(orderOf(shape.sort, shape.locale, listedApps), sql`, `)} ${cut}`;
}

const cut = sql`limit ${value('limit')} offset ${value('offset')}`;

/** The condition of each filter. */
const filtering: Record<FilterName, SQL> = {
  category: sql`${listedApps.category} = ${typed('category', 'text')}`,
  // Editors recommend apps of every category.
  recommended: sql`${listedApps.recommendedRank} is not null`,
  os: sql`strpos(${listedApps.runsOn}, ${typed('os', 'text')}) > 0`,
  arch: sql`strpos(${listedApps.runsOn}, ${typed('arch', 'text')}) > 0`,
  certified: sql`${listedApps.certified} = ${typed('certified', 'boolean')}`,
  source: sql`${listedApps.source} = ${typed('source', 'text')}`,
};
const typeOf = (name: FilterName) => (name === 'certified' || name === 'recommended' ? 'boolean' : 'text');

function narrowing({ filters, mine }: Shape): SQL | undefined {
  const conditions =
    filters === 'any'
      ? FILTERS.map((name) => sql`(${typed(name, typeOf(name))} is null or ${filtering[name]})`)
      : filters === 'none'
        ? []
        : filters.map((name) => filtering[name]);
  // `my` are those that I saved or own.
  const ofMine = sql`(${listedApps.developerId} = ${value('user')} or exists (
    select 1 from ${savedApps} where ${savedApps.appId} = ${listedApps.id} and ${savedApps.userId} = ${value('user')}))`;
  return and(...conditions, mine ? ofMine : undefined);
}

const hasAll = (column: Column, words: SQL): SQL => sql`indexed_only(${column}) @> ${words}`;
const hasAny = (column: Column, words: SQL): SQL => sql`indexed_only(${column}) && ${words}`;

/**
 * Apps with these words. The fence of `offset 0` makes PostgreSQL take the hits from the ngrams' index and narrow them
 * down by what stands in their rows; otherwise it may begin with a filter, and unpack the ngrams of all that it leaves.
 */
function hitsOf(found: SQL | undefined, narrowed: SQL | undefined): SQL {
  const listed = sql`${listedApps} where ${found}`;
  if (!narrowed) return listed;
  return sql`(select * from ${listed} offset 0) as listed_apps where ${narrowed}`;
}

/** Which of so many terms may be misspelt together: each, and each two. */
const misspelt = (slips: number): number[][] => {
  const terms = Array.from({ length: slips }, (_, index) => index);
  return [...terms.map((term) => [term]), ...terms.flatMap((a) => terms.slice(a + 1).map((b) => [a, b]))];
};

/**
 * Apps in whose names some terms are misspelt and that have all the others, for each way to misspell some. Alternatives
 * within one condition would be fewer, but PostgreSQL joins indexes by `and` only where no condition stands twice. Nor
 * does it where it sees the words: it takes those for rare that its statistics do not hold, and unpacks what they find.
 */
function typoMatches({ slips, others }: Search): (SQL | undefined)[] {
  return misspelt(slips).map((terms, way) =>
    and(
      ...terms.map((term) => hasAny(listedApps.searchTypos, unseen(`forms${term}`))),
      others || terms.length < slips ? hasAll(listedApps.searchNgrams, unseen(`rest${way}`)) : undefined,
    ),
  );
}

/** The columns that an order reads. */
const ordering = {
  recommend: sql`recommended_rank, download_count`,
  newest: sql`first_published_at`,
  updated: sql`last_released_at`,
  downloads: sql`download_count`,
  name: sql`sort_name_zh, sort_name_en`,
};

/** What finds the apps of a search: those that have its words, and those in whose names some are misspelt. */
function searchHits(shape: Shape, search: Search, columns: SQL): { having: SQL; slips: SQL | undefined } {
  const narrowed = narrowing(shape);
  const hit = (found: SQL | undefined): SQL => sql`select id, ${columns} from ${hitsOf(found, narrowed)}`;
  return {
    having: hit(hasAll(listedApps.searchNgrams, ngrams('ngrams'))),
    slips: search.slips > 0 ? sql.join(typoMatches(search).map(hit), sql` union `) : undefined,
  };
}

/**
 * The hits are found, narrowed and kept once: they are counted, and the page is cut from them. In the order of relevance
 * names come first: the same, begins with, a word begins with, holds; then keywords, slips, and all other words. The few
 * that are found by their names are ranked one by one; the many that only mention the words somewhere are all alike, and
 * come in the order of the store. No condition joins two indexes by `or` where thousands may be found: PostgreSQL would
 * unpack the ngrams of each to see which it was.
 */
function searchPage(shape: Shape, search: Search): SQL {
  const narrowed = narrowing(shape);
  const order = sql.join(orderOf(shape.sort, shape.locale, listedApps), sql`, `);
  const { having, slips } = searchHits(shape, search, ordering[shape.sort]);
  const hits = slips
    ? sql`slips as materialized (${slips}), hits as materialized (${having} union select * from slips)`
    : sql`hits as materialized (${having})`;
  const total = sql`(select count(*) from hits) as total`;
  if (shape.sort !== 'recommend') {
    return sql`with ${hits} select id, 0 as tier, ${total} from hits as listed_apps order by ${order} ${cut}`;
  }
  const columns = sql`id, ${ordering.recommend}`;
  const names = sql`(E'\n' || ${listedApps.sortNameZh} || E'\n' || ${listedApps.sortNameEn} || E'\n')`;
  const inNames = (part: string): SQL => sql`strpos(${names}, ${typed(part, 'text')}) > 0`;
  const parts = [
    sql`select ${columns}, case
        when ${inNames('line')} then 0
        when ${inNames('lineStart')} then 1
        when ${inNames('wordStart')} then 2
        else 3 end as tier
      from ${hitsOf(hasAll(listedApps.searchNameNgrams, ngrams('nameNgrams')), and(narrowed, inNames('text')))}`,
    sql`select ${columns}, 4 as tier
      from ${hitsOf(hasAll(listedApps.searchNameNgrams, ngrams('keywordNgrams')), narrowed)}`,
    ...(slips ? [sql`select ${columns}, 5 as tier from slips`] : []),
  ];
  const last = sql`${value('limit')}::bigint + ${value('offset')}::bigint`;
  // The others are not even looked at where the names fill the page.
  return sql`
    with ${hits},
    named as materialized (
      select ${columns}, min(tier) as tier
      from (${sql.join(parts, sql` union all `)}) as parts group by ${columns}),
    others as (
      select ${columns}, 6 as tier from hits as listed_apps
      where (select count(*) from named) < ${last} and id not in (select id from named)
      order by ${order} limit ${last})
    select id, tier, ${total}
    from (select * from named union all select * from others) as listed_apps
    order by tier, ${order} ${cut}`;
}

/** The same in a row of the list and in its app: the page is ordered once more when its rows are fetched. */
function orderOf(sort: Shape['sort'], locale: Locale, table: typeof apps | typeof listedApps): SQL[] {
  switch (sort) {
    case 'newest':
      return [descNullsLast(table.firstPublishedAt), descNullsLast(table.id)];
    case 'updated':
      return [descNullsLast(table.lastReleasedAt), descNullsLast(table.id)];
    case 'downloads':
      return [descNullsLast(table.downloadCount), asc(table.id)];
    case 'name':
      return [asc(locale === 'zh' ? table.sortNameZh : table.sortNameEn), asc(table.id)];
    default:
      return [asc(table.recommendedRank), descNullsLast(table.downloadCount), asc(table.id)];
  }
}

type Counts = Record<AppCategory, number>;

/** How many published apps each category holds: all, or those that fit a search and filters, as the list finds them. */
export async function countCategories(
  db: Db,
  filters: InputOf<typeof appStore.categories> = {},
): Promise<Counts> {
  const query = parseQuery(filters.q);
  const request = { query, filters, reader: { locale: 'zh' as const, userId: null } };
  const counts = await countsOf(db, { ...request, fuzzy: false });
  const found = sum(counts);
  const again = query !== null && mayFindMore(query) && found < FOUND_ENOUGH;
  return again ? countsOf(db, { ...request, fuzzy: true }) : counts;
}

/** Editors recommend apps of every category. */
const sum = (counts: Counts): number =>
  APP_CATEGORIES.reduce((all, id) => all + (id === 'recommend' ? 0 : counts[id]), 0);

async function countsOf(db: Db, request: ListRequest): Promise<Counts> {
  const counts = Object.fromEntries(APP_CATEGORIES.map((category) => [category, 0])) as Counts;
  // Signs alone find nothing.
  if (request.query?.terms.length === 0) return counts;
  const { shape, values } = shapeOf(request);
  const { statement } = statementOf(countStatements, db, 'counts', shape, prepareCounts);
  for (const { category, all, recommended } of await statement.execute(values)) {
    counts[category] += all;
    counts.recommend += recommended;
  }
  return counts;
}

function prepareCounts(db: Db, shape: Shape, name: string) {
  const columns = sql`category, recommended_rank`;
  const { having, slips } = shape.search
    ? searchHits(shape, shape.search, columns)
    : { having: undefined, slips: undefined };
  const narrowed = narrowing(shape);
  const all = sql`select ${columns} from ${listedApps} ${narrowed ? sql`where ${narrowed}` : sql``}`;
  const hits = having ? (slips ? sql`${having} union ${slips}` : having) : all;
  return db
    .select({
      category: sql<AppCategory>`hits.category`,
      all: sql`count(*)`.mapWith(Number),
      recommended: sql`count(hits.recommended_rank)`.mapWith(Number),
    })
    .from(sql`(${hits}) as hits`)
    .groupBy(sql`hits.category`)
    .prepare(name);
}
