import type { DevNotice } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { review as en } from '@yunduo/i18n/en/review';
import { review as zh } from '@yunduo/i18n/zh/review';
import { DAY, DEV_TOKEN_NOTICE_DAYS, NOTICE_DAYS, NOTICES_MAX } from '@yunduo/validation';
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { appEvents, apps, appVersions, devTokens } from '../../db/schema/index.ts';
import { fill } from '../../http/envelope.ts';
import { OPEN } from '../publishing/pending-version.ts';
import { versionName } from '../publishing/mails.ts';
import { appealUntil, isOnHold, nextActorOf } from '../publishing/next-actor.ts';
import { localized } from '../text/localized.ts';

const words = { zh: zh.notices, en: en.notices };

/** A notice without its text. */
type Found = Pick<DevNotice, 'kind' | 'words' | 'waits' | 'app' | 'version' | 'token'> & {
  subject: number;
  at: Date;
  deadline: Date | null;
  /** Key of its sentence. */
  sentence: keyof typeof zh.notices;
};

/**
 * A developer's open tasks (requested changes, a release, an expiring appeal, an expiring token) and recent operator
 * actions on their apps; newest first.
 */
export async function noticesOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  locale: Locale,
): Promise<DevNotice[]> {
  const now = clock.now();
  const found = [
    ...(await ofVersions(db, userId, now, locale)),
    ...(await ofYanks(db, userId, now, locale)),
    ...(await ofTakedowns(db, userId, locale)),
    ...(await ofTokens(db, userId, now)),
  ];
  const newestFirst = found.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.subject - a.subject);
  // News must not push out an open task, however old it is.
  const kept = new Set(
    newestFirst.toSorted((a, b) => Number(b.waits) - Number(a.waits)).slice(0, NOTICES_MAX),
  );
  return newestFirst.filter((notice) => kept.has(notice)).map((notice) => present(notice, locale));
}

function present(notice: Found, locale: Locale): DevNotice {
  const { subject, at, deadline, sentence, ...rest } = notice;
  const values = {
    app: rest.app?.name ?? '',
    version: rest.version?.version ?? '',
    token: rest.token?.name ?? '',
  };
  return {
    ...rest,
    id: `${rest.kind}:${subject}`,
    at: at.toISOString(),
    deadline: deadline?.toISOString() ?? null,
    text: fill(words[locale][sentence], values),
  };
}

const spoken = (text: string | null): string | null => text?.trim() || null;

/** Decided versions that wait for their developer. */
async function ofVersions(db: Db, userId: number, now: Date, locale: Locale): Promise<Found[]> {
  const live = alias(appVersions, 'live');
  const open = alias(appVersions, 'open');
  const decided = or(
    eq(appVersions.reviewStatus, 'changes_requested'),
    // An approval is void once a higher version is in the store.
    and(
      eq(appVersions.reviewStatus, 'approved'),
      or(
        isNull(live.versionKey),
        gt(appVersions.versionKey, live.versionKey),
        and(appVersions.listing, gte(appVersions.submittedAt, live.submittedAt)),
      ),
    ),
    and(eq(appVersions.reviewStatus, 'rejected'), gt(appVersions.decidedAt, after(now, -NOTICE_DAYS * DAY))),
  );
  const rows = await db
    .select({ version: appVersions, app: apps, open: { id: open.id } })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .leftJoin(live, eq(live.id, apps.currentVersionId))
    .leftJoin(open, and(eq(open.appId, apps.id), inArray(open.reviewStatus, [...OPEN])))
    .where(and(eq(apps.developerId, userId), decided))
    // Rejections last: most are final.
    .orderBy(sql`${appVersions.reviewStatus} = 'rejected'`, desc(appVersions.decidedAt), desc(appVersions.id))
    .limit(NOTICES_MAX);
  return rows.flatMap(({ version, app, open: another }): Found[] => {
    const kind = version.reviewStatus;
    if (kind !== 'changes_requested' && kind !== 'approved' && kind !== 'rejected') return [];
    const appealEnds = appealUntil(version, now);
    const { waitsFor } = nextActorOf(app, version, now);
    let sentence: Found['sentence'] = kind;
    if (kind === 'approved' && (app.takenDownAt || isOnHold(app, version))) sentence = 'approved_unpublished';
    if (kind === 'rejected' && !appealEnds) sentence = 'rejected_final';
    // Only one version of an app is in preparation or review at a time; the appeal deadline runs on.
    if (appealEnds && another) sentence = 'rejected_waits';
    return [
      {
        kind,
        subject: version.id,
        at: version.decidedAt ?? version.createdAt,
        words: spoken(version.decisionText),
        waits: waitsFor === 'developer' && sentence !== 'rejected_waits',
        deadline: appealEnds,
        sentence,
        app: { id: app.id, app_key: app.appKey, name: localized(app.name, locale) || app.appKey },
        version: { id: version.id, version: versionName(version, locale) },
        token: null,
      },
    ];
  });
}

/** Versions withdrawn by an operator; developers know about their own. */
async function ofYanks(db: Db, userId: number, now: Date, locale: Locale): Promise<Found[]> {
  const rows = await db
    .select({ event: appEvents, version: appVersions, app: apps })
    .from(appEvents)
    .innerJoin(appVersions, eq(appVersions.id, appEvents.versionId))
    .innerJoin(apps, eq(apps.id, appEvents.appId))
    .where(
      and(
        eq(apps.developerId, userId),
        eq(appEvents.action, 'yank'),
        eq(appEvents.actorRole, 'operator'),
        gt(appEvents.at, after(now, -NOTICE_DAYS * DAY)),
      ),
    )
    .orderBy(desc(appEvents.at), desc(appEvents.id))
    .limit(NOTICES_MAX);
  return rows.map(({ event, version, app }) => ({
    kind: 'yanked',
    subject: version.id,
    at: event.at,
    words: spoken(event.text),
    waits: false,
    deadline: null,
    sentence: 'yanked',
    app: { id: app.id, app_key: app.appKey, name: localized(app.name, locale) || app.appKey },
    version: { id: version.id, version: version.version },
    token: null,
  }));
}

/** Apps currently taken down by an operator. */
async function ofTakedowns(db: Db, userId: number, locale: Locale): Promise<Found[]> {
  const rows = await db
    .select({
      id: apps.id,
      appKey: apps.appKey,
      name: apps.name,
      at: apps.takenDownAt,
      why: apps.takenDownReason,
      firstPublishedAt: apps.firstPublishedAt,
    })
    .from(apps)
    .where(and(eq(apps.developerId, userId), isNotNull(apps.takenDownAt)))
    .orderBy(desc(apps.takenDownAt), desc(apps.id))
    .limit(NOTICES_MAX);
  return rows.flatMap(({ id, appKey, name, at, why, firstPublishedAt }): Found[] =>
    at === null
      ? []
      : [
          {
            kind: 'taken_down',
            subject: id,
            at,
            words: spoken(why),
            waits: false,
            deadline: null,
            sentence: firstPublishedAt ? 'taken_down' : 'taken_down_early',
            app: { id, app_key: appKey, name: localized(name, locale) || appKey },
            version: null,
            token: null,
          },
        ],
  );
}

/** Live tokens that expire soon: the developer should know before a build fails. */
async function ofTokens(db: Db, userId: number, now: Date): Promise<Found[]> {
  const rows = await db
    .select({
      id: devTokens.id,
      name: devTokens.name,
      expiresAt: devTokens.expiresAt,
      createdAt: devTokens.createdAt,
    })
    .from(devTokens)
    .where(
      and(
        eq(devTokens.userId, userId),
        isNull(devTokens.revokedAt),
        gt(devTokens.expiresAt, now),
        lte(devTokens.expiresAt, after(now, DEV_TOKEN_NOTICE_DAYS * DAY)),
      ),
    )
    .orderBy(asc(devTokens.expiresAt), asc(devTokens.id))
    .limit(NOTICES_MAX);
  return rows.map(({ id, name, expiresAt, createdAt }) => {
    const announced = after(expiresAt, -DEV_TOKEN_NOTICE_DAYS * DAY);
    return {
      kind: 'token_expiring',
      subject: id,
      // A token with a shorter lifetime is announced from its first day.
      at: announced > createdAt ? announced : createdAt,
      words: null,
      waits: true,
      deadline: expiresAt,
      sentence: 'token_expiring',
      app: null,
      version: null,
      token: { id, name },
    };
  });
}
