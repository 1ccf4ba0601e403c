import type { Db } from '../db/client.ts';
import { subscribers } from '../db/schema/newsletter.ts';
import { daysBefore } from './builders.ts';

/** Newsletter subscribers: two confirmed, one pending. */
export async function seedSubscribers(db: Db, now: Date): Promise<void> {
  const confirmed = (email: string, locale: 'zh' | 'en', days: number) => ({
    email,
    locale,
    state: 'confirmed' as const,
    createdAt: daysBefore(now, days),
    changedAt: daysBefore(now, days),
    confirmedAt: daysBefore(now, days),
  });
  await db.insert(subscribers).values([
    confirmed('user@yunduo.test', 'zh', 120),
    confirmed('reader@example.com', 'en', 33),
    {
      email: 'not-yet@example.com',
      locale: 'zh',
      createdAt: daysBefore(now, 0.2),
      changedAt: daysBefore(now, 0.2),
    },
  ]);
}
