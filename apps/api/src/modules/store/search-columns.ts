import { HOUR } from '@yunduo/validation';
import { and, asc, eq, gt, notLike } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { apps } from '../../db/schema/store.ts';
import type { Job } from '../jobs/jobs.ts';
import { searchColumns, WRITTEN_BY } from './search-text.ts';

/** Apps per batch: each is locked while its columns are written. */
const SLICE = 50;

/**
 * Rewrites search columns that an earlier version wrote. While that version still runs it may write more: the next run
 * finds them.
 */
export const searchColumnsJob: Job = {
  name: 'search-columns',
  every: HOUR,
  long: true,
  async run({ db }: Context) {
    const old = notLike(apps.searchNames, `%${WRITTEN_BY}`);
    let written = 0;
    for (let seen = 0; ;) {
      const ids = await db
        .select({ id: apps.id })
        .from(apps)
        .where(and(gt(apps.id, seen), old))
        .orderBy(asc(apps.id))
        .limit(SLICE);
      for (const { id } of ids) {
        await db.transaction(async (tx) => {
          const [app] = await tx
            .select()
            .from(apps)
            .where(and(eq(apps.id, id), old))
            .for('update');
          if (!app) return;
          await tx.update(apps).set(searchColumns(app)).where(eq(apps.id, id));
          written += 1;
        });
      }
      const last = ids.at(-1);
      if (!last) return written;
      seen = last.id;
    }
  },
};
