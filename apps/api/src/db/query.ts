import { asciiDomain, PAGE_SIZE, visibleLine } from '@yunduo/validation';
import { eq, ilike, inArray, isNotNull, like, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { users } from './schema/index.ts';

/**
 * Descending with nulls last, as the indexes are declared: `desc()` in a schema's index puts nulls last, but `desc()`
 * in a query puts them first, and PostgreSQL uses an index only for exactly its own order.
 */
export const descNullsLast = (column: Column): SQL => sql`${column} desc nulls last`;

/** A pattern for `like` and `ilike` that matches `text` literally, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Case-insensitive match of this text. Chinese has no case, and `like` takes half the time. */
export const inAnyCase = (column: Column, text: string): SQL => {
  const compare = text.toLowerCase() === text.toUpperCase() ? like : ilike;
  return compare(column, containing(text));
};

/** A typed search text in the form of stored lines: an invisible character that was copied along would match nothing. */
export const searchLine = (input: string | undefined): string => visibleLine(input ?? '');

/** Paging parameters of a list call, as in the contract's `Paging`. */
export interface PageInput {
  page?: number | undefined;
  page_size?: number | undefined;
}

/** One page of a list, as in the contract's `paged` schema. */
export interface Page<T> {
  list: T[];
  /** Number of rows on all pages. */
  total: number;
  page: number;
  page_size: number;
}

/** A select without limit and offset. */
interface Pageable<T> {
  limit(limit: number): { offset(offset: number): PromiseLike<T[]> };
}

/** Runs one page of `rows`, which is ordered but not limited, and the query that counts all rows. */
export async function paged<T>(
  { page = 1, page_size = PAGE_SIZE.default }: PageInput,
  rows: Pageable<T>,
  counted: PromiseLike<number> | PromiseLike<{ total: number }[]>,
): Promise<Page<T>> {
  const [list, all] = await Promise.all([rows.limit(page_size).offset((page - 1) * page_size), counted]);
  const total = typeof all === 'number' ? all : (all[0]?.total ?? 0);
  return { list, total, page, page_size };
}

/** The same page with each row in wire format. */
export const mapPage = <T, R>({ list, ...rest }: Page<T>, present: (row: T) => R): Page<R> => ({
  list: list.map((row) => present(row)),
  ...rest,
});

/** Up to this many matching users are inlined in the condition; with more, a page of rows is found quickly anyway. */
const LISTED_USERS_MAX = 1_000;

/** Normalises part of an address as stored: lower case, and a non-ASCII domain in Punycode (`例子` → `xn--fsqu00a`). */
function storedPart(text: string): string {
  const part = text.normalize('NFKC').toLowerCase();
  const [local = '', domain] = part.split('@');
  if (domain !== undefined) return `${local}@${(domain && asciiDomain(domain)) ?? domain}`;
  return (/[^\x21-\x7e]/.test(part) ? asciiDomain(part) : part) ?? part;
}

/**
 * Joins the users whose address contains `text` to the rows of a list, for an operator's search. The users are queried
 * first: among a million rows, looking up each row's user exceeds the statement timeout. Without a text the planner
 * removes the join.
 * @param userId column that references the row's user
 * @returns the subquery and condition of a left join, and the condition that a row belongs to a matching user
 */
export async function joinUsers(db: Db, text: string, userId: PgColumn) {
  const matching = db
    .select({ id: users.id })
    .from(users)
    .where(like(users.email, containing(storedPart(text))))
    .as('matching_users');
  const join = [matching, eq(matching.id, userId)] as const;
  if (!text) return { join, belongsToThem: undefined };
  const found = await db
    .select({ id: matching.id })
    .from(matching)
    .limit(LISTED_USERS_MAX + 1);
  if (found.length > LISTED_USERS_MAX) return { join, belongsToThem: isNotNull(matching.id) };
  const ids = found.map(({ id }) => id);
  return { join, belongsToThem: inArray(userId, ids) };
}
