import { asciiDomain, PAGE_SIZE } from '@yunduo/validation';
import { eq, ilike, inArray, isNotNull, like, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { users } from './schema/index.ts';

/**
 * The highest or newest first, as the indexes hold it: `desc()` of a schema's index puts nulls last, `desc()` of a query
 * puts them first, and PostgreSQL takes no index for an order that is not to the letter its own.
 */
export const descNullsLast = (column: Column): SQL => sql`${column} desc nulls last`;

/** A pattern for `like` and `ilike` that finds `text` as it is, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a column has this text in it, in small letters or capitals. Chinese has neither, and is found twice as soon. */
export const inAnyCase = (column: Column, text: string): SQL => {
  const compare = text.toLowerCase() === text.toUpperCase() ? like : ilike;
  return compare(column, containing(text));
};

/** The paging of a list call, as the contract's `Paging` has it. */
export interface PageInput {
  page?: number | undefined;
  page_size?: number | undefined;
}

/** One page of a list, as the contract's `paged` schema has it. */
export interface Page<T> {
  list: T[];
  /** How many rows all pages have together. */
  total: number;
  page: number;
  page_size: number;
}

/** A select that still takes its limit and offset. */
interface Pageable<T> {
  limit(limit: number): { offset(offset: number): PromiseLike<T[]> };
}

/** Runs one page of `rows`, which is ordered but not yet cut, and the statement that counts all of them. */
export async function paged<T>(
  { page = 1, page_size = PAGE_SIZE.default }: PageInput,
  rows: Pageable<T>,
  counted: PromiseLike<number> | PromiseLike<{ total: number }[]>,
): Promise<Page<T>> {
  const [list, all] = await Promise.all([rows.limit(page_size).offset((page - 1) * page_size), counted]);
  const total = typeof all === 'number' ? all : (all[0]?.total ?? 0);
  return { list, total, page, page_size };
}

/** The same page with each row as the API answers it. */
export const mapPage = <T, R>({ list, ...rest }: Page<T>, present: (row: T) => R): Page<R> => ({
  list: list.map((row) => present(row)),
  ...rest,
});

/** Up to this many matching users are listed in the condition; beyond that, a page of rows is found soon enough. */
const LISTED_USERS_MAX = 1_000;

/** Part of an address as it is stored: small letters, a domain of another script in ASCII (`例子` → `xn--fsqu00a`). */
function storedPart(text: string): string {
  const part = text.normalize('NFKC').toLowerCase();
  const [local = '', domain] = part.split('@');
  if (domain !== undefined) return `${local}@${(domain && asciiDomain(domain)) ?? domain}`;
  return (/[^\x21-\x7e]/.test(part) ? asciiDomain(part) : part) ?? part;
}

/**
 * Joins the users whose address contains `text` to the rows of a list, for a search of operators. The users are looked up
 * first: among a million rows, looking up each row's user takes longer than a statement may. Without a text the join
 * costs nothing, because the planner removes it.
 * @param userId the column that says whose a row is
 * @returns the subquery and the condition of a left join, and the condition that a row belongs to one of those users
 */
export async function joinUsers(db: Db, text: string | undefined, userId: PgColumn) {
  const matching = db
    .select({ id: users.id })
    .from(users)
    .where(like(users.email, containing(storedPart(text ?? ''))))
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
