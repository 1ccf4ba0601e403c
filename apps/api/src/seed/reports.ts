import { shanghaiDay } from '@yunduo/i18n';
import { createHash } from 'node:crypto';
import type { ReportReason, ReportResolution } from '@yunduo/validation';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apps, appReports, appVersions } from '../db/schema/store.ts';
import { daysBefore } from './builders.ts';

interface ReportSeed {
  app: string;
  reason: ReportReason;
  text: string;
  daysAgo: number;
  /** Reporting account; a visitor if unset. */
  by?: string;
  email?: string;
  closed?: { daysAgo: number; resolution: ReportResolution; note: string };
}

const REPORTS: readonly ReportSeed[] = [
  {
    app: 'port-patrol',
    reason: 'broken',
    text: '扫描到 /16 网段就卡住，CPU 一直 100%，只能 kill 掉。1.x 版本没有这个问题。',
    daysAgo: 1,
    by: 'user@yunduo.test',
  },
  {
    app: 'wordpress',
    reason: 'security',
    text: 'The bundled theme editor is reachable without signing in right after the installation. Details on request.',
    daysAgo: 2,
    email: 'mira@example.com',
  },
  {
    app: 'portainer',
    reason: 'misleading',
    text: '介绍里说能管理 Kubernetes，装好后只能看到 Docker，找不到入口。',
    daysAgo: 6,
  },
  {
    app: 'adminer',
    reason: 'infringement',
    text: '应用图标和我们公司的商标很像，请核实后处理，谢谢。',
    daysAgo: 20,
    email: 'legal@example.com',
    closed: { daysAgo: 18, resolution: 'unfounded', note: '图标是上游项目自己的，已邮件答复。' },
  },
  {
    app: 'gitea',
    reason: 'broken',
    text: 'The ARM64 package fails at the first start: it looks for /usr/lib/x86_64-linux-gnu.',
    daysAgo: 31,
    closed: { daysAgo: 29, resolution: 'fixed', note: 'Repackaged; the path was hard-coded.' },
  },
];

/** Reports of users: some open, some closed. */
export async function seedReports(
  db: Db,
  { now, owners }: { now: Date; owners: Map<string, number> },
): Promise<void> {
  const rows = await db
    .select({ id: apps.id, appKey: apps.appKey, version: appVersions.version })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .where(
      inArray(
        apps.appKey,
        REPORTS.map(({ app }) => app),
      ),
    );
  const reports = REPORTS.flatMap(({ app, reason, text, daysAgo, by, email, closed }, index) => {
    const reported = rows.find(({ appKey }) => appKey === app);
    if (!reported) return [];
    const createdAt = daysBefore(now, daysAgo);
    return [
      {
        appId: reported.id,
        version: reported.version,
        reason,
        text,
        email: email ?? null,
        userId: by === undefined ? null : (owners.get(by) ?? null),
        reporterHash: createHash('sha256').update(`seeded ${index}`).digest('base64url').slice(0, 22),
        day: shanghaiDay(createdAt),
        createdAt,
        ...(closed && {
          closedAt: daysBefore(now, closed.daysAgo),
          closedBy: 'operator@yunduo.test',
          resolution: closed.resolution,
          note: closed.note,
        }),
      },
    ];
  });
  if (reports.length > 0) await db.insert(appReports).values(reports);
}
