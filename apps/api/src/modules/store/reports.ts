import type { DataOf, InputOf, adminReport, AppReport } from '@yunduo/api-contract';
import { shanghaiDay, type Locale } from '@yunduo/i18n';
import { HOUR, REPORTS, type ReportReason, type ReportResolution } from '@yunduo/validation';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { descNullsLast, mapPage, paged } from '../../db/query.ts';
import { appReports, apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { localized } from '../text/localized.ts';
import { throttle } from '../throttle/throttle.ts';
import { keyedHash, type CallerFacts } from './caller.ts';
import { isPublished } from './list.ts';
import { shownEmail } from '../text/shown-email.ts';

const PER_PERSON = [
  { count: REPORTS.perHour, window: HOUR },
  { count: REPORTS.perDay, window: 24 * HOUR },
];

export interface NewReport {
  appId: number;
  reason: ReportReason;
  text: string;
  /** Reply address. */
  email: string | null;
}

/**
 * Stores a report about an app, for operators. A person is identified by account, else by network; a second report of
 * the same app on the same day changes nothing.
 * @returns whether it was the first of the day
 * @throws ApiError APP_NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function reportApp(
  context: Context,
  { appId, ...report }: NewReport,
  { network, userId }: CallerFacts,
): Promise<boolean> {
  const { db, clock } = context;
  const now = clock.now();
  const reporterHash = keyedHash(context, 'report', userId === null ? `at ${network}` : `user ${userId}`);
  const [app] = await db
    .select({ version: appVersions.version })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .where(and(isPublished, eq(apps.id, appId)));
  if (!app) throw apiError('APP_NOT_FOUND');
  await throttle(db, `report:${reporterHash}`, now, PER_PERSON);
  const stored = await db
    .insert(appReports)
    .values({ ...report, ...app, appId, userId, reporterHash, day: shanghaiDay(now), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: appReports.id });
  return stored.length > 0;
}

const columns = {
  report: appReports,
  app: {
    id: apps.id,
    appKey: apps.appKey,
    name: apps.name,
    status: apps.status,
    developerId: apps.developerId,
  },
};

function selectReports(db: Db) {
  return db.select(columns).from(appReports).innerJoin(apps, eq(apps.id, appReports.appId));
}

type Row = Awaited<ReturnType<typeof selectReports>>[number];

function presentReport({ report, app }: Row, locale: Locale): AppReport {
  return {
    id: report.id,
    app: { id: app.id, app_key: app.appKey, name: localized(app.name, locale), status: app.status },
    version: report.version,
    reason: report.reason,
    text: report.text,
    email: report.email && shownEmail(report.email),
    user_id: report.userId,
    created_at: report.createdAt.toISOString(),
    state: report.closedAt ? 'closed' : 'open',
    closed_at: report.closedAt?.toISOString() ?? null,
    closed_by: report.closedBy,
    resolution: report.resolution,
    note: report.note,
  };
}

/** A page of reports: open ones oldest first, all others newest first. */
export async function listReports(
  { db }: Pick<Context, 'db'>,
  input: InputOf<typeof adminReport.list>,
  locale: Locale,
): Promise<DataOf<typeof adminReport.list>> {
  const { state, reason, app_id: appId } = input;
  const which = and(
    state === 'open' ? isNull(appReports.closedAt) : undefined,
    state === 'closed' ? isNotNull(appReports.closedAt) : undefined,
    reason && eq(appReports.reason, reason),
    appId === undefined ? undefined : eq(appReports.appId, appId),
  );
  const direction = state === 'open' ? asc : descNullsLast;
  const rows = selectReports(db)
    .where(which)
    .orderBy(direction(appReports.createdAt), direction(appReports.id));
  return mapPage(await paged(input, rows, db.$count(appReports, which)), (row) => presentReport(row, locale));
}

/**
 * Closes a report with its outcome. Of two concurrent operators the first decides.
 * @throws ApiError NOT_FOUND, CONFLICT_OF_INTEREST for its author and for the app's developer, STATE_CHANGED when it is
 * already closed
 */
export async function closeReport(
  context: Context,
  actor: Actor,
  { id, resolution, note }: { id: number; resolution: ReportResolution; note: string },
  locale: Locale,
): Promise<AppReport> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const closed = await tx
      .update(appReports)
      .set({ closedAt: context.clock.now(), closedBy: actor.name, resolution, note })
      .where(and(eq(appReports.id, id), isNull(appReports.closedAt)))
      .returning({ id: appReports.id });
    const [row] = await selectReports(tx).where(eq(appReports.id, id));
    if (!row) throw apiError('NOT_FOUND');
    rejectConflictOfInterest(actor, row.report.userId, row.app.developerId);
    if (closed.length === 0) throw apiError('STATE_CHANGED');
    await audit(inside, actor, {
      action: 'app_report.close',
      target: `app_report:${id}`,
      details: { app: row.app.appKey, resolution },
    });
    return presentReport(row, locale);
  });
}
