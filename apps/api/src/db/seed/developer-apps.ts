import { eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { apps, savedApps } from '../schema/store.ts';
import { createApp, daysBefore, type AppInput, type VersionInput } from './builders.ts';
import { htmlOf } from './apps.ts';

interface World {
  now: Date;
  /** Accounts by address. */
  owners: Map<string, number>;
  /** Published apps by key. */
  ids: Map<string, number>;
}

type OwnApp = Omit<AppInput, 'now' | 'developerId'> & { versions: VersionInput[] };

/** developer@'s apps that are not in the store: each stands in another state of its way there. */
function appsOnTheWay(now: Date): OwnApp[] {
  const ago = (days: number): Date => daysBefore(now, days);
  return [
    {
      appKey: 'slow-query-digest',
      name: { zh: '慢查询周报', en: 'Slow Query Digest' },
      intro: {
        zh: '每周一早上，把最慢的二十条查询和建议的索引寄给你。',
        en: 'Mails you the twenty slowest queries and the indexes they lack, each Monday morning.',
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
        zh: '磁盘到八成就清日志，先压缩、再归档、最后才删，删什么列给你看。',
        en: 'Clears logs once a disk is 80% full: compresses, archives, deletes last, and lists what went.',
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
          submittedAt: ago(8),
          dueAt: workingDaysAfter(ago(8), 3),
          decidedAt: ago(5),
          createdAt: ago(12),
        },
      ],
    },
    {
      appKey: 'cert-alarm',
      name: { zh: '证书闹钟', en: 'Cert Alarm' },
      intro: {
        zh: '证书快到期时响一声，到期前 30、14、3 天各一次。',
        en: 'Rings before a certificate lapses: 30, 14 and 3 days ahead.',
      },
      description: {
        zh: htmlOf(['扫描你给的域名和端口，连内网自签的也认。']),
        en: htmlOf(['Scans the domains and ports you give it, self-signed ones inside included.']),
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
          changes: [
            { kind: 'fix', text: { zh: '时区不再差一天', en: 'No longer a day off in some time zones' } },
          ],
        },
        {
          version: '1.1.0',
          size: 3_000_000,
          releasedAt: ago(260),
          reviewStatus: 'superseded',
          changes: [{ kind: 'feature', text: { zh: '首次发布', en: 'First release' } }],
        },
      ],
    },
    {
      appKey: 'backup-check',
      name: { zh: '备份核对', en: 'Backup Check' },
      intro: {
        zh: '把昨晚的备份真的恢复一遍，再告诉你它是好的。',
        en: 'Restores last night’s backup for real, then tells you that it is good.',
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

/** The developer's apps that are not in the store, and what user@ keeps. */
export async function seedDeveloperApps(db: Db, { now, owners, ids }: World): Promise<void> {
  const developerId = owners.get('developer@yunduo.test');
  const userId = owners.get('user@yunduo.test');
  if (developerId === undefined || userId === undefined) return;
  for (const app of appsOnTheWay(now)) await createApp(db, { ...app, developerId, source: 'user', now });

  // The one in the store was edited since its last release.
  const published = ids.get('port-patrol');
  if (published !== undefined) {
    await db
      .update(apps)
      .set({ updatedAt: daysBefore(now, 3) })
      .where(eq(apps.id, published));
  }

  const kept = ['nginx', 'redis', 'postgresql', 'gitea'].flatMap((key, index) => {
    const appId = ids.get(key);
    return appId === undefined ? [] : [{ userId, appId, createdAt: daysBefore(now, 30 - index) }];
  });
  if (kept.length > 0) await db.insert(savedApps).values(kept);
}

/** Saturdays and Sundays do not count. */
function workingDaysAfter(moment: Date, days: number): Date {
  let day = moment;
  for (let left = days; left > 0;) {
    day = daysBefore(day, -1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day;
}
