import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Ids of apps whose row in `listed_apps` is missing, stale or left over. */
export async function wronglyListed(db: Db): Promise<number[]> {
  const columns = sql.raw(`download_count, certified, recommended_rank, developer_id, first_published_at,
    last_released_at, category, source, sort_name_zh, sort_name_en, search_grams, search_typos, search_name_grams`);
  const { rows } = await db.execute<{ id: number }>(sql`
    select coalesce(app.id, listed.id) as id
    from (select id, ${columns}, array_to_string(os || arch, ' ') as runs_on from apps where status = 'published') app
    full join (select id, ${columns}, trim(runs_on) as runs_on from listed_apps) listed on listed.id = app.id
    where app is distinct from listed order by 1`);
  return rows.map(({ id }) => id);
}
