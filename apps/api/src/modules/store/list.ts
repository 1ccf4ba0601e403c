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

/** Written inline, not as a parameter, so that the planner can use the partial indexes. */
export const isPublished = sql`${apps.status} = 'published'`;

/** Columns of an app in a list. */
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

/** A search with fewer results than this is repeated less strictly. */
const FOUND_ENOUGH = 5;

interface Reader {
  locale: Locale;
  /** User for the filter `my`. */
  userId: number | null;
}

/**
 * A page of published apps and their total, in one statement over `listed_apps`. Each part is read from its own index:
 * the list's order, the search's ngrams, or the filters for the total. Only a search with almost no results needs a
 * second statement.
 */
export async function listApps(db: Db, filters: Filters, locale: Locale, userId: number | null) {
  const reader = { locale, userId };
  const query = parseQuery(filters.q);
  const request = { query, filters, reader };
  const answer = await pageOf(db, { ...request, fuzzy: false });
  const again =
    query !== null &&
    mayFindMore(query) &&
    answer.total < FOUND_ENOUGH &&
    (await isScarceEverywhere(db, query, filters));
  const better = again ? await pageOf(db, { ...request, fuzzy: true }) : answer;
  return { ...better, page: filters.page ?? 1, page_size: filters.page_size ?? PAGE_SIZE.default };
}

/**
 * Whether a search in one category found little in all of them, too: the counts of the categories are then those of the
 * less strict search (`countCategories`), and equal to the lists.
 */
async function isScarceEverywhere(db: Db, query: SearchQuery, filters: Filters): Promise<boolean> {
  if (filters.cate === undefined || filters.cate === 'my') return true;
  const { os, arch, certified, source } = filters;
  return sum(await countsOf(db, countRequest(query, { os, arch, certified, source }))) < FOUND_ENOUGH;
}

async function pageOf(db: Db, request: ListRequest) {
  // Punctuation alone matches nothing.
  if (request.query?.terms.length === 0) return { list: [], total: 0 };
  const { statement, values } = listStatement(db, request);
  const list = await statement.execute(values);
  const [first] = list;
  if (first) return { list, total: first.total };
  // A page beyond the last has no row to carry the total.
  const [any] =
    (request.filters.page ?? 1) === 1 ? [] : await statement.execute({ ...values, limit: 1, offset: 0 });
  return { list, total: any?.total ?? 0 };
}

/** The request; `fuzzy` ignores punctuation and tolerates typos. */
export interface ListRequest {
  query: SearchQuery | null;
  filters: Filters;
  reader: Reader;
  fuzzy: boolean;
}

/** The parts that determine the statement's text; all others are parameters. */
interface Shape {
  sort: NonNullable<Filters['sort']>;
  locale: Locale;
  mine: boolean;
  /** The filters of a list, or whether a search has any: its plan does not depend on which. */
  filters: readonly FilterName[] | 'any' | 'none';
  /** Number of terms that tolerate typos, and whether there are others; null without a search. */
  search: Search | null;
}

interface Search {
  slips: number;
  others: boolean;
  joined: boolean;
}

const FILTERS = ['category', 'recommended', 'os', 'arch', 'certified', 'source'] as const;
type FilterName = (typeof FILTERS)[number];

interface Named<S> {
  name: string;
  statement: S;
}
/** By database, then by shape: building a statement takes longer than binding its parameters. */
type Statements<S> = WeakMap<Db, Map<string, Named<S>>>;
const statements: Statements<ReturnType<typeof prepare>> = new WeakMap();
const countStatements: Statements<ReturnType<typeof prepareCounts>> = new WeakMap();

/** The statement of `listApps` as sent to the database, for inspecting its plan. */
export function listQuestion(db: Db, request: ListRequest): { name: string; sql: string; params: unknown[] } {
  const { name, statement, values } = listStatement(db, request);
  const { sql: text, params } = statement.getQuery();
  return { name, sql: text, params: fillPlaceholders(params, values) };
}

function listStatement(db: Db, request: ListRequest) {
  const { shape, values } = shapeOf(request);
  return { ...statementOf(statements, db, 'list', shape, prepare), values };
}

/** The shape of the statement, and its parameters. */
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
  const message = FILTERS.filter((name) => given[name] !== undefined);
  const shape: Shape = {
    sort,
    locale: sort === 'name' ? reader.locale : 'zh',
    mine: cate === 'my',
    filters: query ? (message.length > 0 ? 'any' : 'none') : message,
    search: query && {
      slips: typoTerms.length,
      others: terms.length > typoTerms.length,
      joined: fuzzy && query.joined.length > 0,
    },
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
      // The ngrams of all terms in one condition: one index lookup instead of one per term.
      ngrams: ngramsOfAll(terms),
    });
    if (shape.search?.joined) values['joined'] = query.joined;
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
  // Caches only the few named shapes: all others together would be a thousand.
  if (name) known.set(key, made);
  return made;
}

const ngramsOfAll = (terms: readonly SearchTerm[]): string[] => [
  ...new Set(terms.flatMap(({ ngrams }) => ngrams)),
];

/**
 * A named statement stays planned on each connection permanently: planning takes longer than most searches. Searches,
 * and lists with one filter, have few shapes; the many others are planned each time.
 */
function nameOf({ filters, search }: Shape, kind: string, key: string): string {
  const few = search ? search.slips <= 2 : filters.length <= 1;
  return few ? `${kind} ${createHash('sha256').update(key).digest('hex').slice(0, 16)}` : '';
}

/** A parameter of the statement, with a type where the context does not determine it. */
const value = (name: string): SQL => sql`${sql.placeholder(name)}`;
const input = (name: string, type: 'text' | 'boolean'): SQL => sql`${value(name)}::${sql.raw(type)}`;
const ngrams = (name: string): SQL => sql`${sql.param(sql.placeholder(name), listedApps.searchNgrams)}`;
/** The same, hidden from the planner. */
const unseen = (name: string): SQL => sql`(select ${ngrams(name)}::text[])`;

function prepare(db: Db, shape: Shape, name: string) {
  const order = orderOf(shape.sort, shape.locale, apps);
  // Only ids are ranked and paged; display columns are fetched for the rows of the page.
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
  category: sql`${listedApps.category} = ${input('category', 'text')}`,
  // `recommend` spans all categories.
  recommended: sql`${listedApps.recommendedRank} is not null`,
  os: sql`strpos(${listedApps.runsOn}, ${input('os', 'text')}) > 0`,
  arch: sql`strpos(${listedApps.runsOn}, ${input('arch', 'text')}) > 0`,
  certified: sql`${listedApps.certified} = ${input('certified', 'boolean')}`,
  source: sql`${listedApps.source} = ${input('source', 'text')}`,
};
const typeOf = (name: FilterName) => (name === 'certified' || name === 'recommended' ? 'boolean' : 'text');

function narrowing({ filters, mine }: Shape): SQL | undefined {
  const conditions =
    filters === 'any'
      ? FILTERS.map((name) => sql`(${input(name, typeOf(name))} is null or ${filtering[name]})`)
      : filters === 'none'
        ? []
        : filters.map((name) => filtering[name]);
  // `my`: apps that the user saved or owns.
  const ofMine = sql`(${listedApps.developerId} = ${value('user')} or exists (
    select 1 from ${savedApps} where ${savedApps.appId} = ${listedApps.id} and ${savedApps.userId} = ${value('user')}))`;
  return and(...conditions, mine ? ofMine : undefined);
}

const hasAll = (column: Column, words: SQL): SQL => sql`indexed_only(${column}) @> ${words}`;
const hasAny = (column: Column, words: SQL): SQL => sql`indexed_only(${column}) && ${words}`;

/**
 * Apps with these words. The `offset 0` fence makes PostgreSQL use the ngram index first and filter the hits; otherwise
 * it may start with a filter, and detoast the ngrams of all remaining rows.
 */
function hitsOf(found: SQL | undefined, narrowed: SQL | undefined): SQL {
  const listed = sql`${listedApps} where ${found}`;
  if (!narrowed) return listed;
  return sql`(select * from ${listed} offset 0) as listed_apps where ${narrowed}`;
}

/** The combinations of terms that may be misspelt together: each one, and each pair. */
const misspelt = (typos: number): number[][] => {
  const terms = Array.from({ length: typos }, (_, index) => index);
  return [...terms.map((term) => [term]), ...terms.flatMap((a) => terms.slice(a + 1).map((b) => [a, b]))];
};

/**
 * Apps whose names contain all terms in one word, or some misspelt and all the others, one query per combination. `or`
 * in one condition would be shorter, but PostgreSQL combines indexes with `and` only where no condition occurs twice.
 * Nor does it where it sees the words: it estimates words missing from its statistics as rare, and detoasts their hits.
 */
function typoMatches({ slips, others, joined }: Search): (SQL | undefined)[] {
  return [
    ...(joined ? [hasAny(listedApps.searchTypos, unseen('joined'))] : []),
    ...misspelt(slips).map((terms, way) =>
      and(
        ...terms.map((term) => hasAny(listedApps.searchTypos, unseen(`forms${term}`))),
        others || terms.length < slips ? hasAll(listedApps.searchNgrams, unseen(`rest${way}`)) : undefined,
      ),
    ),
  ];
}

/** Columns used by each sort order. */
const ordering = {
  recommend: sql`recommended_rank, download_count`,
  newest: sql`first_published_at`,
  updated: sql`last_released_at`,
  downloads: sql`download_count`,
  name: sql`sort_name_zh, sort_name_en`,
};

/** Hits of a search: apps with its words, and apps with misspelt names. */
function searchHits(shape: Shape, search: Search, columns: SQL): { having: SQL; slips: SQL | undefined } {
  const narrowed = narrowing(shape);
  const hit = (found: SQL | undefined): SQL => sql`select id, ${columns} from ${hitsOf(found, narrowed)}`;
  return {
    having: hit(hasAll(listedApps.searchNgrams, ngrams('ngrams'))),
    slips:
      search.slips > 0 || search.joined ? sql.join(typoMatches(search).map(hit), sql` union `) : undefined,
  };
}

/**
 * Hits are found, filtered and materialised once: they are counted, and the page is cut from them. Relevance ranks
 * names first: equal, starts with, a word starts with, contains; then keywords, typos, and all other words. The few
 * name matches are ranked individually; the many that only mention the words rank equally, in store order. No condition
 * joins two indexes with `or` where thousands may match: PostgreSQL would detoast the ngrams of each row to recheck it.
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
  const inNames = (part: string): SQL => sql`strpos(${names}, ${input(part, 'text')}) > 0`;
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
  // The others are not read when name matches fill the page.
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

/** Same order for the list row and for the app: the page is sorted again when its rows are fetched. */
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

/** Published apps per category: all, or those that match a search and filters, as in the list. */
export async function countCategories(
  db: Db,
  filters: InputOf<typeof appStore.categories> = {},
): Promise<Counts> {
  const query = parseQuery(filters.q);
  const request = countRequest(query, filters);
  const counts = await countsOf(db, request);
  const again = query !== null && mayFindMore(query) && sum(counts) < FOUND_ENOUGH;
  return again ? countsOf(db, { ...request, fuzzy: true }) : counts;
}

const countRequest = (
  query: SearchQuery | null,
  filters: InputOf<typeof appStore.categories>,
): ListRequest => ({ query, filters, reader: { locale: 'zh', userId: null }, fuzzy: false });

/** Total without `recommend`, which spans all categories. */
const sum = (counts: Counts): number =>
  APP_CATEGORIES.reduce((all, id) => all + (id === 'recommend' ? 0 : counts[id]), 0);

async function countsOf(db: Db, request: ListRequest): Promise<Counts> {
  const counts = Object.fromEntries(APP_CATEGORIES.map((category) => [category, 0])) as Counts;
  // Punctuation alone matches nothing.
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
