import { inArray, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { containing } from './like.ts';
import { users } from './schema/index.ts';

/** So many users are named one by one; a text that more of them have finds a page of rows soon enough. */
const NAMED_MAX = 1_000;

/**
 * For a search of operators: rows of users whose address has this text in it. Who that is is asked first: among a million
 * rows, looking through the address of each row's user takes longer than a statement may.
 * @param userId the column that says whose a row is; `users` has to be joined by it
 */
export async function ofUsers(db: Db, userId: PgColumn, text: string): Promise<SQL> {
  // Addresses are kept in small letters.
  const inAddress = like(users.email, containing(text.toLowerCase()));
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(inAddress)
    .limit(NAMED_MAX + 1);
  if (found.length > NAMED_MAX) return inAddress;
  return inArray(
    userId,
    found.map(({ id }) => id),
  );
}
