import { inArray, isNotNull, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { containing } from './like.ts';
import { users } from './schema/index.ts';
import { asciiDomain } from '@yunduo/validation';

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
    .where(like(users.email, containing(storedPart(text))))
    .as('users_with');

/** Part of an address as it is stored: small letters, a domain of another script in ASCII (`例子` → `xn--fsqu00a`). */
function storedPart(text: string): string {
  const part = text.normalize('NFKC').toLowerCase();
  const [local = '', domain] = part.split('@');
  if (domain !== undefined) return `${local}@${(domain && asciiDomain(domain)) ?? domain}`;
  return (/[^\x21-\x7e]/.test(part) ? asciiDomain(part) : part) ?? part;
}

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
