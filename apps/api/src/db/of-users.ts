import { inArray, isNotNull, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { containing } from './like.ts';
import { users } from './schema/index.ts';

/** So many users are named one by one; a text that more of them have finds a page of rows soon enough. */
const NAMED_MAX = 1_000;

/**
 * For a search of operators: users whose address has this text in it, to be joined on the left by whose a row is. Only
 * they are gathered: the address of each row's user need not be looked at, and a search that does not ask costs nothing.
 */
export const usersWith = (db: Db, text: string) =>
  db
    .select({ id: users.id })
    .from(users)
    // Addresses are kept in small letters.
    .where(like(users.email, containing(text.toLowerCase())))
    .as('users_with');

/**
 * Rows of those users. Who that is is asked first: among a million rows, looking each one's user up takes longer than a
 * statement may.
 * @param userId the column that says whose a row is; `those` are joined by it
 */
export async function ofUsers(db: Db, those: ReturnType<typeof usersWith>, userId: PgColumn): Promise<SQL> {
  const found = await db
    .select({ id: those.id })
    .from(those)
    .limit(NAMED_MAX + 1);
  if (found.length > NAMED_MAX) return isNotNull(those.id);
  return inArray(
    userId,
    found.map(({ id }) => id),
  );
}
