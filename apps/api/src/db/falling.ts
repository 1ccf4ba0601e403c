import { sql, type Column, type SQL } from 'drizzle-orm';

/**
 * The highest or newest first, as the indexes hold it: `desc()` of a schema's index puts nulls last, `desc()` of a query
 * puts them first, and PostgreSQL takes no index for an order that is not to the letter its own.
 */
export const falling = (column: Column): SQL => sql`${column} desc nulls last`;
