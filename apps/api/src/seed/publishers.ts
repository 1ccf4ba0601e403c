import { nameKey } from '../modules/publishing/names.ts';
import type { Db } from '../db/client.ts';
import { publisherNames, publishers } from '../db/schema/publisher.ts';
import type { Bilingual } from '../db/schema/bilingual.ts';
import { daysBefore } from './builders.ts';

interface PublisherSeed {
  owner: string;
  name: Bilingual;
  supportEmail: string;
  website?: string;
  /** Whether the website is verified. */
  proved?: boolean;
  joined: number;
}

/** Publishers of the seeded world; newcomer@ has none yet. */
const PUBLISHERS: readonly PublisherSeed[] = [
  {
    owner: 'developer@yunduo.test',
    name: { zh: '北岸工坊', en: 'Northshore Works' },
    supportEmail: 'support@northshore.example',
    website: 'https://northshore.example/',
    proved: true,
    joined: 620,
  },
  {
    owner: 'lighthouse@yunduo.test',
    name: { zh: '', en: 'Lighthouse' },
    supportEmail: 'hello@lighthouse.example',
    joined: 540,
  },
  {
    owner: 'harbour@yunduo.test',
    name: { zh: '拾光工作室', en: 'Shiguang Studio' },
    supportEmail: 'help@shiguang.example',
    website: 'https://shiguang.example/',
    joined: 61,
  },
];

export async function seedPublishers(
  db: Db,
  { now, owners }: { now: Date; owners: ReadonlyMap<string, number> },
): Promise<void> {
  for (const { owner, name, supportEmail, website = null, proved = false, joined } of PUBLISHERS) {
    const userId = owners.get(owner);
    if (userId === undefined) throw new Error(`The seed has no account ${owner}.`);
    const at = daysBefore(now, joined);
    const proof = proved && website ? { provedHost: new URL(website).hostname, provedAt: at } : {};
    await db
      .insert(publishers)
      .values({ userId, name, supportEmail, website, ...proof, createdAt: at, updatedAt: at });
    const keys = [...new Set([name.zh, name.en].filter((one) => one !== '').map(nameKey))];
    await db.insert(publisherNames).values(keys.map((key) => ({ key, userId })));
  }
}
