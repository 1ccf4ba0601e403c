import { eq, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { users } from '../db/schema/account.ts';
import { artefacts, invitations, releases } from '../db/schema/download.ts';
import { feedbackAnswers, feedbackTickets } from '../db/schema/feedback.ts';
import { auditLog } from '../db/schema/platform.ts';
import { appEvents } from '../db/schema/review.ts';
import { appReports, apps, appVersions } from '../db/schema/store.ts';
import { TRANSITIONS } from '../modules/publishing/transitions.ts';

type Entry = Omit<typeof auditLog.$inferInsert, 'actor' | 'actorId' | 'via'> & { by: string };

/** Writes the audit log of what operators and reviewers did in the seeded world, from the rows that it left. */
export async function seedAudit(db: Db, owners: Map<string, number>): Promise<void> {
  const operator = 'operator@yunduo.test';
  const entries: Entry[] = [
    ...(await releaseEntries(db, operator)),
    ...(await invitationEntries(db, operator)),
    ...(await reportEntries(db)),
    ...(await feedbackEntries(db)),
    ...(await reviewEntries(db)),
  ];
  await db.insert(auditLog).values(
    entries
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ by, ...entry }) => ({
        ...entry,
        actor: by,
        actorId: owners.get(by) ?? null,
        via: 'api' as const,
      })),
  );
}

async function releaseEntries(db: Db, by: string): Promise<Entry[]> {
  const packages = await db.select().from(artefacts);
  return (await db.select().from(releases)).flatMap((release) => {
    const { id, product, version, image, digest, publishedAt, withdrawnAt, withdrawReason } = release;
    const target = `release:${product}:${version}`;
    const own = packages.filter(({ releaseId }) => releaseId === id);
    const published = {
      ...(digest && { image, digest }),
      artefacts: own.map((one) => ({ target: one.target, size: one.size, sha256: one.sha256 })),
    };
    return [
      { by, at: publishedAt, action: 'release.publish', target, details: published },
      ...(withdrawnAt
        ? [{ by, at: withdrawnAt, action: 'release.withdraw', target, details: { reason: withdrawReason } }]
        : []),
    ];
  });
}

async function invitationEntries(db: Db, by: string): Promise<Entry[]> {
  return (await db.select().from(invitations)).flatMap((row) => {
    const { head, uses, used, note, createdAt, revokedAt } = row;
    const target = `invitation:${row.id}`;
    const made = { head, uses, expires_at: row.expiresAt?.toISOString() ?? null, note };
    return [
      { by, at: createdAt, action: 'invitation.create', target, details: made },
      ...(revokedAt
        ? [{ by, at: revokedAt, action: 'invitation.revoke', target, details: { head, used } }]
        : []),
    ];
  });
}

async function reportEntries(db: Db): Promise<Entry[]> {
  const rows = await db
    .select({ report: appReports, app: apps.appKey })
    .from(appReports)
    .innerJoin(apps, eq(apps.id, appReports.appId))
    .where(isNotNull(appReports.closedAt));
  return rows.flatMap(({ report: { id, closedAt, closedBy, resolution }, app }) =>
    closedAt && closedBy
      ? [
          {
            by: closedBy,
            at: closedAt,
            action: 'app_report.close',
            target: `app_report:${id}`,
            details: { app, resolution },
          },
        ]
      : [],
  );
}

async function feedbackEntries(db: Db): Promise<Entry[]> {
  const rows = await db
    .select({
      no: feedbackTickets.no,
      id: feedbackTickets.id,
      at: feedbackAnswers.createdAt,
      by: users.email,
    })
    .from(feedbackAnswers)
    .innerJoin(feedbackTickets, eq(feedbackTickets.id, feedbackAnswers.ticketId))
    .innerJoin(users, eq(users.id, feedbackAnswers.authorId));
  return rows.map(({ no, id, at, by }) => ({
    by,
    at,
    action: 'feedback.answer',
    target: `feedback:${id}`,
    details: { no, answered: true },
  }));
}

async function reviewEntries(db: Db): Promise<Entry[]> {
  const rows = await db
    .select({ event: appEvents, app: apps.appKey, version: appVersions.version, by: users.email })
    .from(appEvents)
    .innerJoin(apps, eq(apps.id, appEvents.appId))
    .innerJoin(appVersions, eq(appVersions.id, appEvents.versionId))
    .innerJoin(users, eq(users.id, appEvents.actorId))
    .where(ne(appEvents.actorRole, 'developer'));
  return rows.map(({ event: { at, action, versionId, text }, app, version, by }) => {
    const line = TRANSITIONS.find((each) => each.action === action);
    return {
      by,
      at,
      action: `dev_app.${action}`,
      target: `version:${versionId}`,
      details: { app, version, from: line?.from[0], to: line?.to, ...(text && { text }) },
    };
  });
}
