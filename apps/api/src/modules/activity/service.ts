import { ACTIVITY } from '@yunduo/validation';
import { and, asc, count, desc, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { paged, type PageInput } from '../../db/query.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { activities, activityParticipations } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { touchContent } from '../site/settings.ts';
import { checkOptionalMarkdown, richTextOf } from '../text/written.ts';
import type { ActivityWithCount } from './present.ts';
import { nextBorder, stateOf, type ActivityRow } from './state.ts';

const shown = isNull(activities.withdrawnAt);

const participants = (db: Db, id: number): Promise<number> =>
  db.$count(activityParticipations, eq(activityParticipations.activityId, id));

const counted = async (db: Db, activity: ActivityRow): Promise<ActivityWithCount> => ({
  activity,
  joined: await participants(db, activity.id),
});

/**
 * The activity to show: the one in progress (of several, the one that ends first), else the next one, else the last
 * one; and the next time at which that may change.
 */
export async function currentActivity(
  db: Db,
  now: Date,
): Promise<{ current: ActivityWithCount | null; until: Date | null }> {
  // An ended activity cannot resume: only the latest of them is needed.
  const ahead = await db
    .select()
    .from(activities)
    .where(and(shown, gt(activities.endsAt, now)))
    .orderBy(asc(activities.endsAt), asc(activities.id));
  const running = ahead.find((row) => stateOf(row, now) === 'in_progress');
  const next = ahead.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())[0];
  const row = running ?? next ?? (await lastActivity(db, now));
  return { current: row ? await counted(db, row) : null, until: nextBorder(ahead, now) };
}

async function lastActivity(db: Db, now: Date): Promise<ActivityRow | null> {
  const [row] = await db
    .select()
    .from(activities)
    .where(and(shown, lte(activities.endsAt, now)))
    .orderBy(desc(activities.endsAt), desc(activities.id))
    .limit(1);
  return row ?? null;
}

/** The activity in progress (of several, the one that ends first); null when there is none. */
export async function runningActivity(db: Db, now: Date): Promise<ActivityRow | null> {
  const [row] = await db
    .select()
    .from(activities)
    .where(and(shown, lte(activities.startsAt, now), gt(activities.endsAt, now)))
    .orderBy(asc(activities.endsAt), asc(activities.id))
    .limit(1);
  return row ?? null;
}

/**
 * One activity, and when `userId` joined it.
 * @throws ApiError ACTIVITY_NOT_FOUND, also for a withdrawn one
 */
export async function activityOf(
  db: Db,
  id: number,
  userId: number | null,
): Promise<ActivityWithCount & { joinedAt: Date | null }> {
  const [activity] = await db
    .select()
    .from(activities)
    .where(and(eq(activities.id, id), shown));
  if (!activity) throw apiError('ACTIVITY_NOT_FOUND');
  const joinedAt = userId === null ? null : await joinedAtOf(db, id, userId);
  return { ...(await counted(db, activity)), joinedAt };
}

async function joinedAtOf(db: Db, activityId: number, userId: number): Promise<Date | null> {
  const [row] = await db
    .select({ joinedAt: activityParticipations.joinedAt })
    .from(activityParticipations)
    .where(and(eq(activityParticipations.activityId, activityId), eq(activityParticipations.userId, userId)));
  return row?.joinedAt ?? null;
}

/**
 * Joins an activity in progress, once; joining again returns the first time.
 * @throws ApiError ACTIVITY_NOT_FOUND, ACTIVITY_NOT_STARTED, ACTIVITY_ENDED
 */
export async function joinActivity(
  { db, clock }: Context,
  id: number,
  userId: number,
): Promise<{ joinedAt: Date; joined: number }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    // Row lock: serialises with a concurrent withdrawal by an operator.
    const [activity] = await tx
      .select()
      .from(activities)
      .where(and(eq(activities.id, id), shown))
      .for('share');
    if (!activity) throw apiError('ACTIVITY_NOT_FOUND');
    const state = stateOf(activity, now);
    if (state === 'not_started') throw apiError('ACTIVITY_NOT_STARTED');
    if (state === 'ended') throw apiError('ACTIVITY_ENDED');
    await tx
      .insert(activityParticipations)
      .values({ activityId: id, userId, joinedAt: now })
      .onConflictDoNothing();
    return {
      joinedAt: (await joinedAtOf(tx, id, userId)) ?? now,
      joined: await participants(tx, id),
    };
  });
}

/** All activities for operators, latest end first. */
export async function listActivities(db: Db, { id, ...input }: PageInput & { id?: number }) {
  const chosen = id === undefined ? undefined : eq(activities.id, id);
  const rows = db
    .select()
    .from(activities)
    .where(chosen)
    .orderBy(desc(activities.endsAt), desc(activities.id));
  const page = await paged(input, rows, db.$count(activities, chosen));
  const counts = await db
    .select({ id: activityParticipations.activityId, joined: count() })
    .from(activityParticipations)
    .where(
      inArray(
        activityParticipations.activityId,
        page.list.map(({ id }) => id),
      ),
    )
    .groupBy(activityParticipations.activityId);
  const list = page.list.map((activity) => ({
    activity,
    joined: counts.find(({ id }) => id === activity.id)?.joined ?? 0,
  }));
  return { ...page, list };
}

export interface ActivityWords {
  title: Bilingual;
  intro: Bilingual;
  html: Bilingual;
  terms: Bilingual;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Creates an activity, or updates the one read at `revision`.
 * @throws ApiError ACTIVITY_NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED for a text shown in one language only
 */
export async function saveActivity(
  context: Context,
  actor: Actor,
  words: ActivityWords,
  edited: { id: number; revision: number } | null,
): Promise<ActivityWithCount> {
  const { db, clock, config } = context;
  const now = clock.now();
  checkOptionalMarkdown('terms', words.terms);
  const values = { ...words, html: richTextOf(words.html, config, ACTIVITY.htmlMax), updatedAt: now };
  return db.transaction(async (tx) => {
    const row = edited
      ? await changed(tx, edited, values)
      : (
          await tx
            .insert(activities)
            .values({ ...values, createdAt: now })
            .returning()
        )[0];
    if (!row) throw new Error('no activity was stored');
    await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: edited ? 'activity.edit' : 'activity.create',
      target: `activity:${row.id}`,
      details: { title: row.title.zh, starts_at: row.startsAt, ends_at: row.endsAt },
    });
    return counted(tx, row);
  });
}

/**
 * Withdraws an activity: it is hidden and cannot be joined. Participations are kept.
 * @throws ApiError ACTIVITY_NOT_FOUND, EDIT_CONFLICT, STATE_CHANGED when it was withdrawn before
 */
export async function withdrawActivity(
  context: Context,
  actor: Actor,
  edited: { id: number; revision: number },
): Promise<ActivityWithCount> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const row = await changed(tx, edited, { withdrawnAt: now, updatedAt: now });
    await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'activity.withdraw',
      target: `activity:${row.id}`,
    });
    return counted(tx, row);
  });
}

async function changed(
  db: Db,
  { id, revision }: { id: number; revision: number },
  values: Partial<typeof activities.$inferInsert>,
): Promise<ActivityRow> {
  const [row] = await db
    .update(activities)
    .set({ ...values, revision: revision + 1 })
    .where(and(eq(activities.id, id), eq(activities.revision, revision), shown))
    .returning();
  if (row) return row;
  const [now] = await db.select().from(activities).where(eq(activities.id, id));
  if (!now) throw apiError('ACTIVITY_NOT_FOUND');
  if (now.withdrawnAt) throw apiError('STATE_CHANGED');
  throw apiError('EDIT_CONFLICT', { revision: now.revision });
}
