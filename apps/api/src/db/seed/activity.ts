import type { Db } from '../client.ts';
import { activities, activityParticipations } from '../schema/community.ts';
import { daysBefore } from './builders.ts';
import { htmlOf } from './apps.ts';

interface World {
  now: Date;
  /** Accounts by address. */
  owners: Map<string, number>;
}

/** One activity in progress, one to come, one that is over: what a page can show of them. */
export async function seedActivities(db: Db, { now, owners }: World): Promise<void> {
  const inDays = (days: number): Date => daysBefore(now, -days);
  const [running, , past] = await db
    .insert(activities)
    .values([
      {
        title: { zh: '年末体检：给服务器做一次巡检', en: 'A year-end look at your servers' },
        intro: {
          zh: '跑完一遍巡检清单，把最想改的一处告诉我们。参加的人都会收到一份巡检模板。',
          en: 'Run the check-up list once and tell us what you would change first. Everybody who joins gets our checklist.',
        },
        html: {
          zh: `${htmlOf(['磁盘、证书、备份、账号，四项各看一遍，大约一小时。清单在客户端的“计划任务”里，可以直接导入。'])}<h3>怎么参加</h3><ol><li>点“参加活动”。</li><li>导入清单，跑一遍。</li><li>在反馈页写下最想改的一处。</li></ol>`,
          en: `${htmlOf(['Disks, certificates, backups, accounts: about an hour for all four. The list is in the client under Scheduled tasks and can be imported.'])}<h3>How to take part</h3><ol><li>Press Join.</li><li>Import the list and run it.</li><li>Tell us on the feedback page what you would change first.</li></ol>`,
        },
        terms: {
          zh: '- 每个账号参加一次。\n- 模板在活动结束后七天内发到账号邮箱。\n- 我们不收集服务器上的任何数据。',
          en: '- Once per account.\n- The checklist is mailed to the address of your account within seven days after the end.\n- We collect nothing from your servers.',
        },
        startsAt: inDays(-9),
        endsAt: inDays(12.25),
        createdAt: inDays(-16),
        updatedAt: inDays(-10),
      },
      {
        title: { zh: '元旦换机周', en: 'New Year migration week' },
        intro: {
          zh: '新服务器到货了？一周里，迁移的问题我们优先回答。',
          en: 'New servers have arrived? For a week, questions about moving come first.',
        },
        html: {
          zh: htmlOf(['活动期间，在反馈页选“其他”，标题写上“迁移”，当天回复。']),
          en: htmlOf([
            'During the week choose “Something else” on the feedback page, put “migration” into the title, and you have an answer the same day.',
          ]),
        },
        terms: { zh: '', en: '' },
        startsAt: inDays(38),
        endsAt: inDays(45),
        createdAt: inDays(-2),
        updatedAt: inDays(-2),
      },
      {
        title: { zh: '秋季文档纠错', en: 'Autumn documentation hunt' },
        intro: {
          zh: '找到文档里说错的一句话，我们改，并署上你的昵称。',
          en: 'Find a sentence in our documentation that is wrong. We correct it and credit you.',
        },
        html: {
          zh: htmlOf(['一共改了 64 处，谢谢每一位来信的人。']),
          en: htmlOf(['Sixty-four corrections were made. Thank you to everybody who wrote.']),
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
