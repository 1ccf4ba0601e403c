import type { Db } from '../db/client.ts';
import { activities, activityParticipations } from '../db/schema/activity.ts';
import { daysBefore } from './builders.ts';
import { htmlOf } from './apps.ts';

interface World {
  now: Date;
  /** Account ids by address. */
  owners: Map<string, number>;
}

/** One activity in progress, one upcoming, one ended: every state of the page. */
export async function seedActivities(db: Db, { now, owners }: World): Promise<void> {
  const inDays = (days: number): Date => daysBefore(now, -days);
  const [running, , past] = await db
    .insert(activities)
    .values([
      {
        title: { zh: '年末服务器巡检活动', en: 'Year-end server health check' },
        intro: {
          zh: '按巡检清单检查一遍，告诉我们你最想改进的一处。参加者都会收到一份巡检模板。',
          en: 'Run through the checklist and tell us what you would improve first. Everyone who joins gets an inspection template.',
        },
        html: {
          zh: `${htmlOf(['检查磁盘、证书、备份和账号四项，约需一小时。清单在客户端的“计划任务”中，可以直接导入。'])}<h3>参加方式</h3><ol><li>点击“参加活动”。</li><li>导入清单并执行。</li><li>在反馈页提交最想改进的一处。</li></ol>`,
          en: `${htmlOf(['Check disks, certificates, backups and accounts in about an hour. The checklist is in the client under Scheduled tasks, ready to import.'])}<h3>How to take part</h3><ol><li>Click Join.</li><li>Import the checklist and run it.</li><li>Tell us on the feedback page what you would improve first.</li></ol>`,
        },
        terms: {
          zh: '- 每个账号参加一次。\n- 模板在活动结束后七天内发送到账号邮箱。\n- 我们不收集服务器上的任何数据。',
          en: '- Once per account.\n- The inspection template is sent to your account email within seven days after the event.\n- We collect nothing from your servers.',
        },
        startsAt: inDays(-9),
        endsAt: inDays(12.25),
        createdAt: inDays(-16),
        updatedAt: inDays(-10),
      },
      {
        title: { zh: '元旦迁移周', en: 'New Year migration week' },
        intro: {
          zh: '活动期间，我们优先答复服务器迁移问题。',
          en: 'Moving to new servers? During this week we answer migration questions first.',
        },
        html: {
          zh: htmlOf(['活动期间，在反馈页选择“其他”，标题注明“迁移”，我们当天回复。']),
          en: htmlOf([
            'During the week, choose “Other” on the feedback page and put “migration” in the title. We reply the same day.',
          ]),
        },
        terms: { zh: '', en: '' },
        startsAt: inDays(38),
        endsAt: inDays(45),
        createdAt: inDays(-2),
        updatedAt: inDays(-2),
      },
      {
        title: { zh: '秋季文档纠错', en: 'Autumn docs bug hunt' },
        intro: {
          zh: '指出文档中的错误，我们会修正并署上你的昵称。',
          en: 'Find a mistake in our documentation. We correct it and credit you.',
        },
        html: {
          zh: htmlOf(['共修正 64 处，感谢每一位参加者。']),
          en: htmlOf(['We made 64 corrections. Thank you to everyone who took part.']),
        },
        terms: { zh: '', en: '' },
        startsAt: inDays(-70),
        endsAt: inDays(-40),
        createdAt: inDays(-80),
        updatedAt: inDays(-71),
      },
    ])
    .returning({ id: activities.id });
  const joined = (id: number | undefined, email: string, days: number) => {
    const userId = owners.get(email);
    return id === undefined || userId === undefined
      ? []
      : [{ activityId: id, userId, joinedAt: daysBefore(now, days) }];
  };
  const rows = [
    ...joined(running?.id, 'developer@yunduo.test', 3),
    ...joined(running?.id, 'lighthouse@yunduo.test', 6),
    ...joined(past?.id, 'user@yunduo.test', 55),
    ...joined(past?.id, 'lighthouse@yunduo.test', 50),
  ];
  if (rows.length > 0) await db.insert(activityParticipations).values(rows);
}
