import { createHash } from 'node:crypto';
import {
  DAY,
  MINUTE,
  REVIEW_CHECK_ITEMS,
  REVIEW_CLAIM_TTL,
  type ReviewCheckItem,
  type TokenScope,
} from '@yunduo/validation';
import { and, eq, isNotNull } from 'drizzle-orm';
import { dueAfter } from '../modules/calendar/clock.ts';
import type { Db } from '../db/client.ts';
import { consents } from '../db/schema/account.ts';
import { devTokens, reviewChecks, reviewClaims } from '../db/schema/developer.ts';
import { versionSubmissions } from '../db/schema/review.ts';
import { apps, appVersions } from '../db/schema/store.ts';
import { createApp, createEvents, daysBefore, type AppInput } from './builders.ts';
import { htmlOf, sampleShots, type Pictures } from './apps.ts';

interface World {
  now: Date;
  /** Account ids by address. */
  owners: Map<string, number>;
  /** Ids of published apps by key. */
  ids: Map<string, number>;
  pictures: Pictures;
}

/** Longer than any holiday plus three working days. */
const OVERDUE_DAYS = 16;

type Waiting = Omit<AppInput, 'now' | 'developerId'> & { submitted: number };

/** harbour@'s apps waiting for review: one overdue, one claimed. */
const WAITING: readonly Waiting[] = [
  {
    appKey: 'cron-keeper',
    name: { zh: '定时管家', en: 'Cron Keeper' },
    intro: {
      zh: '集中查看各服务器的计划任务，标出未执行和超时的任务。',
      en: 'The cron jobs of every server in one table, with missed and slow jobs marked.',
    },
    description: {
      zh: htmlOf(['不改原有的 crontab，只读日志和退出码。超时的任务可以收到提醒。']),
      en: htmlOf([
        'Leaves your crontab alone: it reads logs and exit codes, and warns of what runs too long.',
      ]),
    },
    category: 'practical',
    os: ['debian', 'ubuntu', 'rocky'],
    arch: ['x86_64', 'arm64'],
    licence: 'MIT',
    submitted: OVERDUE_DAYS,
    versions: [
      {
        version: '2.0.0',
        size: 3_700_000,
        repoUrl: 'https://git.example.com/harbour/cron-keeper',
        reviewStatus: 'in_review',
        description: { zh: '第一个公开版本', en: 'The first public version' },
        changes: [{ kind: 'feature', text: { zh: '漏跑和超时提醒', en: 'Warns of missed and slow jobs' } }],
      },
    ],
  },
  {
    appKey: 'shell-notebook',
    name: { zh: '终端笔记本', en: 'Shell Notebook' },
    intro: {
      zh: '将执行过的命令和输出保存为笔记，可一键再次执行。',
      en: 'Saves commands and their output as notes that you can run again in one click.',
    },
    description: {
      zh: htmlOf(['密码和密钥自动打码。笔记存在你自己的服务器上，可以导出 Markdown。']),
      en: htmlOf(['Masks passwords and keys. Notes stay on your server and can be exported as Markdown.']),
    },
    category: 'practical',
    os: ['debian', 'ubuntu'],
    arch: ['x86_64'],
    licence: 'Apache-2.0',
    submitted: 1,
    versions: [
      {
        version: '0.8.0',
        size: 5_200_000,
        repoUrl: 'https://git.example.com/harbour/shell-notebook',
        reviewStatus: 'in_review',
        description: { zh: '公开测试版', en: 'Public beta' },
        changes: [{ kind: 'feature', text: { zh: '导出 Markdown', en: 'Exports Markdown' } }],
      },
    ],
  },
];

/** Decisions of the seeded reviews with their checklists: failed items by app. */
const DECIDED: readonly { appKey: string; ago: number; failed?: Partial<Record<ReviewCheckItem, string>> }[] =
  [
    { appKey: 'dns-doctor', ago: 6 },
    { appKey: 'log-broom', ago: 5, failed: { pictures: '截图里看不到清单', both_languages: '版本说明过短' } },
    { appKey: 'swap-tuner', ago: 3, failed: { identity: '简介夸大效果，实测不符' } },
    { appKey: 'queue-lantern', ago: 2.4, failed: { both_languages: '英文简介太短' } },
  ];

/** developer@'s tokens: in use, about to expire, revoked. Their values are unknown. */
const TOKENS: readonly {
  name: string;
  scopes: TokenScope[];
  app?: string;
  made: number;
  days: number;
  used?: number;
  revoked?: number;
}[] = [
  { name: '每晚构建', scopes: ['app:read', 'app:write', 'version:submit'], made: 40, days: 180, used: 0.3 },
  {
    name: '端口巡检的发布流水线',
    scopes: ['app:read', 'version:submit'],
    app: 'port-patrol',
    made: 86,
    days: 90,
    used: 2,
  },
  { name: '旧构建机', scopes: ['app:read'], made: 200, days: 365, used: 31, revoked: 30 },
];

/** Accounts that accepted the developer agreement, and days since. */
const DEVELOPERS: readonly [email: string, daysAgo: number][] = [
  ['developer@yunduo.test', 390],
  ['lighthouse@yunduo.test', 380],
  ['harbour@yunduo.test', 60],
  ['newcomer@yunduo.test', 1],
];

/** The reviewers' queue in every situation, the checklists of decisions, and the data around developers' apps. */
export async function seedReviews(db: Db, { now, owners, ids, pictures }: World): Promise<void> {
  const harbour = owners.get('harbour@yunduo.test');
  const second = owners.get('reviewer2@yunduo.test');
  const reviewer = owners.get('reviewer@yunduo.test') ?? null;
  const developer = owners.get('developer@yunduo.test');
  if (harbour === undefined || second === undefined || developer === undefined) return;

  for (const { submitted, versions = [], ...app } of WAITING) {
    const submittedAt = daysBefore(now, submitted);
    const createdAt = daysBefore(now, submitted + 5);
    await createApp(db, {
      ...app,
      screenshots: sampleShots(pictures, app.appKey ?? ''),
      versions: versions.map((version) => ({ ...version, submittedAt, createdAt })),
      source: 'user',
      developerId: harbour,
      updatedAt: submittedAt,
      now: createdAt,
    });
    const line = { appKey: app.appKey ?? '', role: 'developer' } as const;
    const version = versions[0]?.version;
    await createEvents(
      db,
      [
        { ...line, action: 'create', at: createdAt },
        { ...line, ...(version && { version }), action: 'submit', at: submittedAt },
      ],
      { developer: harbour },
    );
  }
  await promiseAnswers(db);

  const held = await versionIdOf(db, 'shell-notebook');
  const claimedAt = new Date(now.getTime() - 20 * MINUTE);
  await db.insert(reviewClaims).values({
    versionId: held,
    reviewerId: second,
    claimedAt,
    expiresAt: new Date(claimedAt.getTime() + REVIEW_CLAIM_TTL),
  });

  for (const { appKey, ago, failed = {} } of DECIDED) {
    await db.insert(reviewChecks).values({
      versionId: await versionIdOf(db, appKey),
      reviewerId: reviewer,
      decidedAt: daysBefore(now, ago),
      checks: REVIEW_CHECK_ITEMS.map((item) => ({
        item,
        answer: failed[item] === undefined ? 'yes' : 'no',
        note: failed[item] ?? '',
      })),
    });
  }

  await db.insert(devTokens).values(
    TOKENS.map(({ name, scopes, app, made, days, used, revoked }) => ({
      userId: developer,
      appId: (app === undefined ? undefined : ids.get(app)) ?? null,
      name,
      scopes,
      tokenHash: createHash('sha256').update(`a seeded token that is none: ${name}`).digest('hex'),
      hint: `ydb_${createHash('sha256').update(name).digest('base64url').slice(0, 4)}`,
      createdAt: daysBefore(now, made),
      expiresAt: new Date(daysBefore(now, made).getTime() + days * DAY),
      lastUsedAt: used === undefined ? null : daysBefore(now, used),
      revokedAt: revoked === undefined ? null : daysBefore(now, revoked),
    })),
  );

  const agreed = DEVELOPERS.flatMap(([email, daysAgo]) => {
    const userId = owners.get(email);
    return userId === undefined ? [] : [{ userId, agreedAt: daysBefore(now, daysAgo) }];
  });
  await db
    .insert(consents)
    .values(
      agreed.map((consent) => ({ ...consent, protocol: 'developer-agreement', version: '1.0.0' }) as const),
    );
}

/** Recomputes every deadline in the queue with the review clock, whatever holidays precede the seed's time. */
async function promiseAnswers(db: Db): Promise<void> {
  const waiting = await db
    .select()
    .from(appVersions)
    .where(and(eq(appVersions.reviewStatus, 'in_review'), isNotNull(appVersions.submittedAt)));
  for (const { id, round, submittedAt } of waiting) {
    if (!submittedAt) continue;
    const dueAt = await dueAfter(db, submittedAt);
    await db.update(appVersions).set({ dueAt }).where(eq(appVersions.id, id));
    await db
      .update(versionSubmissions)
      .set({ dueAt })
      .where(and(eq(versionSubmissions.versionId, id), eq(versionSubmissions.round, round)));
  }
}

/** The newest version of an app. */
async function versionIdOf(db: Db, appKey: string): Promise<number> {
  const rows = await db
    .select({ id: appVersions.id, key: appVersions.versionKey })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .where(eq(apps.appKey, appKey));
  const [newest] = rows.toSorted((one, other) => other.key - one.key);
  if (!newest) throw new Error(`no version of ${appKey}`);
  return newest.id;
}
