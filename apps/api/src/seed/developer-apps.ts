import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { appEvents } from '../db/schema/review.ts';
import { apps, appVersions, savedApps } from '../db/schema/store.ts';
import {
  createApp,
  createEvents,
  createSuggestion,
  daysBefore,
  type AppInput,
  type VersionInput,
} from './builders.ts';
import { htmlOf, sampleShots, type Pictures } from './apps.ts';

interface World {
  now: Date;
  /** Account ids by address. */
  owners: Map<string, number>;
  /** Ids of published apps by key. */
  ids: Map<string, number>;
  pictures: Pictures;
}

type OwnApp = Omit<AppInput, 'now' | 'developerId'> & { versions: VersionInput[] };

/** developer@'s apps not in the store, each in another state. */
function appsOnTheWay(now: Date): OwnApp[] {
  const ago = (days: number): Date => daysBefore(now, days);
  return [
    {
      appKey: 'slow-query-digest',
      name: { zh: '慢查询周报', en: 'Slow Query Digest' },
      intro: {
        zh: '每周一发送最慢的 20 条查询和建议添加的索引。',
        en: 'Emails you the 20 slowest queries and suggested indexes every Monday morning.',
      },
      description: {
        zh: htmlOf(['读 MySQL 和 PostgreSQL 的慢查询记录，按总耗时合并，附上执行计划。']),
        en: htmlOf([
          'Reads the slow logs of MySQL and PostgreSQL, groups them by total time, and adds the plans.',
        ]),
      },
      category: 'practical',
      os: ['debian', 'ubuntu', 'rocky'],
      arch: ['x86_64', 'arm64'],
      repoUrl: 'https://git.example.com/linbeian/slow-query-digest',
      licence: 'MIT',
      updatedAt: ago(1),
      versions: [
        {
          version: '1.0.0',
          gitVersion: 'v1.0.0',
          size: 6_200_000,
          reviewStatus: 'in_review',
          description: { zh: '第一个版本', en: 'The first version' },
          changes: [{ kind: 'feature', text: { zh: '每周一发送周报', en: 'A digest each Monday' } }],
          repoUrl: 'https://git.example.com/linbeian/slow-query-digest',
          submittedAt: ago(1),
          dueAt: workingDaysAfter(ago(1), 3),
          createdAt: ago(4),
        },
      ],
    },
    {
      appKey: 'log-broom',
      name: { zh: '日志清道夫', en: 'Log Broom' },
      intro: {
        zh: '磁盘用量达到 80% 时清理日志：依次压缩、归档、删除，并列出清理内容。',
        en: 'Clears logs when a disk is 80% full: compresses, archives, then deletes, and lists what went.',
      },
      description: {
        zh: htmlOf(['按目录和天数设规则。每次清理留一份清单，七天内能找回。']),
        en: htmlOf([
          'Rules by folder and age. Each run leaves a list, and for seven days what went can come back.',
        ]),
      },
      category: 'system',
      os: ['debian', 'ubuntu', 'centos', 'rocky', 'alma'],
      arch: ['x86_64', 'arm64'],
      repoUrl: 'https://git.example.com/linbeian/log-broom',
      licence: 'Apache-2.0',
      updatedAt: ago(5),
      versions: [
        {
          version: '0.9.0',
          gitVersion: 'v0.9.0',
          size: 2_400_000,
          reviewStatus: 'changes_requested',
          description: { zh: '提交审核', en: 'Submitted for review' },
          changes: [{ kind: 'feature', text: { zh: '清理前列出清单', en: 'Lists what it will clear' } }],
          repoUrl: 'https://git.example.com/linbeian/log-broom',
          submittedAt: ago(8),
          decidedAt: ago(5),
          decisionText: '功能没有问题，介绍还差一点，改好就能过。',
          createdAt: ago(12),
        },
      ],
    },
    {
      appKey: 'cert-alarm',
      name: { zh: '证书闹钟', en: 'Cert Alarm' },
      intro: {
        zh: '证书到期前 30、14 和 3 天发送提醒。',
        en: 'Alerts you 30, 14 and 3 days before a certificate expires.',
      },
      description: {
        zh: htmlOf(['扫描指定的域名和端口，支持内网自签证书。']),
        en: htmlOf([
          'Scans the domains and ports you enter, including self-signed certificates on your network.',
        ]),
      },
      category: 'practical',
      os: ['debian', 'ubuntu'],
      arch: ['x86_64'],
      repoUrl: 'https://git.example.com/linbeian/cert-alarm',
      licence: 'MIT',
      downloadCount: 1_284,
      status: 'unpublished',
      firstPublishedAt: ago(260),
      updatedAt: ago(40),
      versions: [
        {
          version: '1.2.0',
          size: 3_100_000,
          releasedAt: ago(120),
          reviewStatus: 'released',
          repoUrl: 'https://git.example.com/linbeian/cert-alarm',
          description: { zh: '修正时区换算', en: 'Fixes the conversion of time zones' },
          changes: [
            { kind: 'fix', text: { zh: '时区不再差一天', en: 'No longer a day off in some time zones' } },
          ],
        },
        {
          version: '1.1.0',
          size: 3_000_000,
          releasedAt: ago(260),
          reviewStatus: 'superseded',
          repoUrl: 'https://git.example.com/linbeian/cert-alarm',
          description: { zh: '首次发布', en: 'First release' },
          changes: [{ kind: 'feature', text: { zh: '首次发布', en: 'First release' } }],
        },
      ],
    },
    {
      appKey: 'dns-doctor',
      name: { zh: '域名体检', en: 'DNS Doctor' },
      intro: {
        zh: '诊断解析缓慢、未生效或被劫持等问题，10 秒内给出原因和解决方法。',
        en: 'Diagnoses slow, stale or hijacked DNS records, with the cause and the fix within 10 seconds.',
      },
      description: {
        zh: htmlOf(['从三个地区查同一个域名，把不一致的记录标出来。']),
        en: htmlOf(['Asks for one name from three regions and marks the records that differ.']),
      },
      category: 'practical',
      os: ['debian', 'ubuntu'],
      arch: ['x86_64', 'arm64'],
      licence: 'MIT',
      updatedAt: ago(6),
      versions: [
        {
          version: '1.0.0',
          size: 4_300_000,
          repoUrl: 'https://git.example.com/linbeian/dns-doctor',
          reviewStatus: 'approved',
          description: { zh: '第一个版本', en: 'The first version' },
          changes: [{ kind: 'feature', text: { zh: '三地解析对比', en: 'Compares three regions' } }],
          submittedAt: ago(9),
          decidedAt: ago(6),
          createdAt: ago(11),
        },
      ],
    },
    {
      appKey: 'swap-tuner',
      name: { zh: '内存调度师', en: 'Swap Tuner' },
      intro: {
        zh: '根据负载调整交换分区，避免内存不足时服务器无响应。',
        en: 'Adjusts swap to the load, so that the server stays responsive when memory runs low.',
      },
      description: {
        zh: htmlOf(['装上就能让服务器快十倍，再也不用加内存。']),
        en: htmlOf(['Makes any server ten times faster. Never buy memory again.']),
      },
      category: 'system',
      os: ['debian', 'ubuntu'],
      arch: ['x86_64'],
      licence: 'GPL-3.0',
      updatedAt: ago(7),
      versions: [
        {
          version: '1.0.0',
          size: 900_000,
          repoUrl: 'https://git.example.com/linbeian/swap-tuner',
          reviewStatus: 'rejected',
          description: { zh: '第一个版本', en: 'The first version' },
          changes: [{ kind: 'feature', text: { zh: '自动调整交换分区', en: 'Adjusts swap automatically' } }],
          submittedAt: ago(6),
          decidedAt: ago(3),
          rejectReason: 'misleading',
          decisionText: '“快十倍”没有依据，实测提升不到一成。请如实介绍。',
          createdAt: ago(13),
        },
      ],
    },
    {
      appKey: 'disk-ledger',
      name: { zh: '磁盘账本', en: 'Disk Ledger' },
      intro: {
        zh: '每天记录各目录的磁盘用量，及时发现异常增长。',
        en: 'Records disk use by folder every day, so that sudden growth stands out.',
      },
      description: {
        zh: htmlOf(['按目录记账，保留一年。']),
        en: htmlOf(['Keeps a year of accounts, folder by folder.']),
      },
      category: 'system',
      os: ['debian', 'ubuntu', 'rocky'],
      arch: ['x86_64', 'arm64'],
      licence: 'MIT',
      updatedAt: ago(15),
      versions: [
        {
          version: '0.5.0',
          size: 1_500_000,
          repoUrl: 'https://git.example.com/linbeian/disk-ledger',
          reviewStatus: 'withdrawn',
          description: { zh: '提交审核', en: 'Submitted for review' },
          submittedAt: ago(16),
          createdAt: ago(20),
        },
      ],
    },
    {
      appKey: 'kernel-jump',
      name: { zh: '内核快跳', en: 'Kernel Jump' },
      intro: {
        zh: '无需重启即可切换内核，失败时自动恢复。',
        en: 'Switches kernels without a reboot, and rolls back automatically if that fails.',
      },
      description: {
        zh: htmlOf(['支持最近三个长期维护的内核。']),
        en: htmlOf(['For the last three long-term kernels.']),
      },
      category: 'system',
      os: ['debian'],
      arch: ['x86_64'],
      licence: 'GPL-2.0',
      downloadCount: 73,
      status: 'unpublished',
      firstPublishedAt: ago(70),
      updatedAt: ago(60),
      versions: [
        {
          version: '1.0.0',
          size: 8_800_000,
          repoUrl: 'https://git.example.com/linbeian/kernel-jump',
          reviewStatus: 'yanked',
          description: { zh: '第一个版本', en: 'The first version' },
          changes: [{ kind: 'feature', text: { zh: '首次发布', en: 'First release' } }],
          submittedAt: ago(75),
          releasedAt: ago(70),
          decidedAt: ago(72),
          yankReason: '个别机型换内核后网卡失灵 / The network card fails on some machines after the switch',
          yankReasons: {
            zh: '个别机型换内核后网卡失灵',
            en: 'The network card fails on some machines after the switch',
          },
        },
      ],
    },
    {
      appKey: 'backup-check',
      name: { zh: '备份核对', en: 'Backup Check' },
      intro: {
        zh: '自动恢复前一晚的备份，验证备份是否可用。',
        en: 'Restores last night’s backup to verify that it works.',
      },
      category: 'practical',
      os: ['debian', 'ubuntu'],
      arch: ['x86_64', 'arm64'],
      licence: 'MIT',
      updatedAt: ago(0),
      versions: [{ version: '0.1.0', size: 1_900_000, reviewStatus: 'draft', createdAt: ago(2) }],
    },
  ];
}

/** The developer's apps not in the store, and the apps saved by user@. */
export async function seedDeveloperApps(db: Db, { now, owners, ids, pictures }: World): Promise<void> {
  const developerId = owners.get('developer@yunduo.test');
  const userId = owners.get('user@yunduo.test');
  if (developerId === undefined || userId === undefined) return;
  for (const app of appsOnTheWay(now)) {
    const screenshots = sampleShots(pictures, app.appKey ?? '');
    await createApp(db, { ...app, screenshots, developerId, source: 'user', now });
  }
  await seedReviews(db, { now, developerId, reviewerId: owners.get('reviewer@yunduo.test') ?? null });
  const lighthouseId = owners.get('lighthouse@yunduo.test');
  const reviewerId = owners.get('reviewer2@yunduo.test');
  if (lighthouseId !== undefined && reviewerId !== undefined)
    await seedResubmission(db, { now, developerId: lighthouseId, reviewerId, pictures });
  await seedReleaseHistory(db, owners.get('reviewer@yunduo.test') ?? null);

  // The app in the store was edited after its last release.
  const published = ids.get('port-patrol');
  if (published !== undefined) {
    await db
      .update(apps)
      .set({ updatedAt: daysBefore(now, 3) })
      .where(eq(apps.id, published));
  }

  const stored = ['nginx', 'redis', 'postgresql', 'gitea'].flatMap((key, index) => {
    const appId = ids.get(key);
    return appId === undefined ? [] : [{ userId, appId, createdAt: daysBefore(now, 30 - index) }];
  });
  // Saves of the developer's app.
  const liked = ['reviewer2@yunduo.test', 'harbour@yunduo.test', 'newcomer@yunduo.test'].flatMap(
    (email, index) => {
      const fan = owners.get(email);
      return published === undefined || fan === undefined
        ? []
        : [{ userId: fan, appId: published, createdAt: daysBefore(now, 3 + index * 5) }];
    },
  );
  if (stored.length > 0) await db.insert(savedApps).values([...stored, ...liked]);
}

/** The reviews' suggestions and their timelines. */
async function seedReviews(
  db: Db,
  { now, developerId, reviewerId }: { now: Date; developerId: number; reviewerId: number | null },
): Promise<void> {
  const ago = (days: number): Date => daysBefore(now, days);
  const request = { appKey: 'log-broom', version: '0.9.0', reviewerId };
  await createSuggestion(db, {
    ...request,
    field: 'intro',
    text: '“磁盘到八成”是默认值还是固定值？请写清楚能不能改。',
    at: ago(5.2),
  });
  await createSuggestion(db, {
    ...request,
    field: 'screenshots',
    text: '截图只有总览，请补一张清理前的清单。',
    at: ago(5.1),
  });
  await createSuggestion(db, {
    ...request,
    field: 'version_description',
    text: '版本说明只写了“提交审核”，请说明这个版本能做什么。',
    at: ago(5),
    answer: '好的，下次提交时补上。',
  });
  const actors = { developer: developerId, ...(reviewerId !== null && { reviewer: reviewerId }) };
  await createEvents(
    db,
    [
      { appKey: 'backup-check', action: 'create', role: 'developer', at: ago(2) },
      { appKey: 'slow-query-digest', action: 'create', role: 'developer', at: ago(4) },
      {
        appKey: 'slow-query-digest',
        version: '1.0.0',
        action: 'submit',
        role: 'developer',
        at: ago(1),
      },
      { appKey: 'log-broom', action: 'create', role: 'developer', at: ago(12) },
      { appKey: 'log-broom', version: '0.9.0', action: 'submit', role: 'developer', at: ago(8) },
      {
        appKey: 'log-broom',
        version: '0.9.0',
        action: 'request_changes',
        role: 'reviewer',
        at: ago(5),
        text: '功能没有问题，介绍还差一点，改好就能过。',
      },
      { appKey: 'dns-doctor', action: 'create', role: 'developer', at: ago(11) },
      { appKey: 'dns-doctor', version: '1.0.0', action: 'submit', role: 'developer', at: ago(9) },
      { appKey: 'dns-doctor', version: '1.0.0', action: 'approve', role: 'reviewer', at: ago(6) },
      { appKey: 'swap-tuner', action: 'create', role: 'developer', at: ago(13) },
      { appKey: 'swap-tuner', version: '1.0.0', action: 'submit', role: 'developer', at: ago(6) },
      {
        appKey: 'swap-tuner',
        version: '1.0.0',
        action: 'reject',
        role: 'reviewer',
        at: ago(3),
        text: '“快十倍”没有依据，实测提升不到一成。请如实介绍。',
      },
      { appKey: 'disk-ledger', action: 'create', role: 'developer', at: ago(20) },
      { appKey: 'disk-ledger', version: '0.5.0', action: 'submit', role: 'developer', at: ago(16) },
      { appKey: 'disk-ledger', version: '0.5.0', action: 'revoke', role: 'developer', at: ago(15) },
      { appKey: 'kernel-jump', version: '1.0.0', action: 'submit', role: 'developer', at: ago(75) },
      { appKey: 'kernel-jump', version: '1.0.0', action: 'approve', role: 'reviewer', at: ago(72) },
      { appKey: 'kernel-jump', version: '1.0.0', action: 'release', role: 'developer', at: ago(70) },
      {
        appKey: 'kernel-jump',
        version: '1.0.0',
        action: 'yank',
        role: 'developer',
        at: ago(60),
        text: '个别机型换内核后网卡失灵 / The network card fails on some machines after the switch',
      },
      { appKey: 'cert-alarm', version: '1.2.0', action: 'submit', role: 'developer', at: ago(124) },
      { appKey: 'cert-alarm', version: '1.2.0', action: 'approve', role: 'reviewer', at: ago(121) },
      { appKey: 'cert-alarm', version: '1.2.0', action: 'release', role: 'developer', at: ago(120) },
      { appKey: 'cert-alarm', version: '1.2.0', action: 'unpublish', role: 'developer', at: ago(40) },
    ],
    actors,
  );
}

/** lighthouse@ resubmits: the reviewer sees the difference to the first submission. */
async function seedResubmission(
  db: Db,
  {
    now,
    developerId,
    reviewerId,
    pictures,
  }: { now: Date; developerId: number; reviewerId: number; pictures: Pictures },
): Promise<void> {
  const ago = (days: number): Date => daysBefore(now, days);
  await createApp(db, {
    appKey: 'queue-lantern',
    screenshots: sampleShots(pictures, 'queue-lantern'),
    name: { zh: '队列灯塔', en: 'Queue Lantern' },
    intro: {
      zh: '消息积压超过设定数量时告警，并指出处理缓慢的消费者。',
      en: 'Alerts you when a backlog exceeds your limit, and names the slow consumer.',
    },
    description: {
      zh: htmlOf(['支持 RabbitMQ、Kafka 和 NATS，一分钟查一次。']),
      en: htmlOf(['For RabbitMQ, Kafka and NATS; looks once a minute.']),
    },
    category: 'practical',
    os: ['debian', 'ubuntu', 'rocky'],
    arch: ['x86_64', 'arm64'],
    licence: 'Apache-2.0',
    source: 'user',
    developerId,
    updatedAt: ago(2),
    versions: [
      {
        version: '1.0.0',
        size: 7_100_000,
        repoUrl: 'https://git.example.com/lighthouse/queue-lantern',
        reviewStatus: 'in_review',
        round: 2,
        earlier: {
          intro: { zh: '消息积压就亮灯。', en: 'Lights up when messages pile up.' },
          os: ['debian', 'ubuntu'],
        },
        description: { zh: '第一个版本', en: 'The first version' },
        changes: [{ kind: 'feature', text: { zh: '积压告警', en: 'Warns of piled-up messages' } }],
        submittedAt: ago(2),
        dueAt: workingDaysAfter(ago(2), 3),
        createdAt: ago(14),
      },
    ],
    now,
  });
  await createSuggestion(db, {
    appKey: 'queue-lantern',
    version: '1.0.0',
    round: 1,
    field: 'intro',
    text: '简介太短，请说明和监控面板有什么不同。',
    reviewerId,
    at: ago(2.5),
    answer: '已补充：会指出是哪个消费者慢了。',
    resolved: true,
  });
  await createEvents(
    db,
    [
      { appKey: 'queue-lantern', version: '1.0.0', action: 'submit', role: 'developer', at: ago(4) },
      {
        appKey: 'queue-lantern',
        version: '1.0.0',
        action: 'request_changes',
        role: 'reviewer',
        at: ago(2.4),
      },
      { appKey: 'queue-lantern', version: '1.0.0', action: 'submit', role: 'developer', at: ago(2) },
    ],
    { developer: developerId, reviewer: reviewerId },
  );
}

/** Skips Saturdays and Sundays. */
function workingDaysAfter(moment: Date, days: number): Date {
  let day = moment;
  for (let left = days; left > 0;) {
    day = daysBefore(day, -1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day;
}

/** Timeline of each release of a developer's app without one of its own. */
async function seedReleaseHistory(db: Db, reviewerId: number | null): Promise<void> {
  const releases = await db
    .select({
      appId: apps.id,
      developerId: apps.developerId,
      versionId: appVersions.id,
      at: appVersions.releasedAt,
    })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .leftJoin(appEvents, eq(appEvents.versionId, appVersions.id))
    .where(and(isNotNull(apps.developerId), isNotNull(appVersions.releasedAt), isNull(appEvents.id)))
    .orderBy(appVersions.releasedAt);
  const started = new Set<number>();
  for (const { appId, developerId, versionId, at } of releases) {
    if (at === null) continue;
    const developer = { appId, actorRole: 'developer' as const, actorId: developerId };
    if (!started.has(appId))
      await db.insert(appEvents).values({ ...developer, action: 'create', at: daysBefore(at, 5) });
    started.add(appId);
    await db.insert(appEvents).values([
      { ...developer, versionId, action: 'submit', at: daysBefore(at, 3) },
      {
        appId,
        versionId,
        action: 'approve',
        at: daysBefore(at, 1),
        actorRole: 'reviewer',
        actorId: reviewerId,
      },
      { ...developer, versionId, action: 'release', at },
    ]);
  }
}
