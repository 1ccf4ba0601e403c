import { createHash } from 'node:crypto';
import { asc, desc, isNull, lte, ne } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { activities, protocolVersions, siteSettings } from '../../db/schema/index.ts';
import { stateOf } from '../activity/state.ts';
import type { Job } from '../jobs/jobs.ts';
import { touchContent } from '../site/settings.ts';

/** The time-dependent state of content: each activity's state, and each agreement's current version. */
async function timedContent(db: Db, now: Date): Promise<string> {
  const shown = await db
    .select()
    .from(activities)
    .where(isNull(activities.withdrawnAt))
    .orderBy(asc(activities.id));
  const current = await db
    .selectDistinctOn([protocolVersions.slug], {
      slug: protocolVersions.slug,
      version: protocolVersions.version,
    })
    .from(protocolVersions)
    .where(lte(protocolVersions.publishedAt, now))
    .orderBy(protocolVersions.slug, desc(protocolVersions.publishedAt));
  const facts = [shown.map((one) => [one.id, stateOf(one, now)]), current];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

/**
 * Pages are cached by content revision, and no edit marks the start of an activity: this increments the revision when
 * time alone has changed a page.
 */
export const contentScheduler: Job = {
  name: 'content_clockwork',
  every: 15_000,
  run: async ({ db, clock }) => {
    const facts = await timedContent(db, clock.now());
    const moved = await db
      .update(siteSettings)
      .set({ timedContent: facts })
      .where(ne(siteSettings.timedContent, facts))
      .returning({ id: siteSettings.id });
    if (moved.length > 0) await touchContent(db);
    return moved.length;
  },
};
