import type { ProtocolSlug } from '@yunduo/validation';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { readProtocol } from '../assets.ts';
import { createProtocol, daysBefore } from '../builders.ts';

interface ProtocolSeed {
  slug: ProtocolSlug;
  title: Bilingual;
  /** The text of each is in `assets/protocols/<slug>-<version>.<language>.md`. */
  editions: readonly { version: string; daysAgo: number }[];
}

const PROTOCOLS: readonly ProtocolSeed[] = [
  {
    slug: 'user-agreement',
    title: { zh: '用户协议', en: 'User agreement' },
    editions: [
      { version: '1.0.0', daysAgo: 540 },
      { version: '1.1.0', daysAgo: 62 },
    ],
  },
  {
    slug: 'privacy-policy',
    title: { zh: '隐私政策', en: 'Privacy policy' },
    editions: [{ version: '1.0.0', daysAgo: 540 }],
  },
  {
    slug: 'client-download',
    title: { zh: '客户端下载与使用协议', en: 'Client download and use agreement' },
    editions: [{ version: '1.0.0', daysAgo: 540 }],
  },
  {
    slug: 'developer-agreement',
    title: { zh: '开发者协议', en: 'Developer agreement' },
    editions: [{ version: '1.0.0', daysAgo: 400 }],
  },
];

export async function seedProtocols(db: Db, now: Date): Promise<void> {
  for (const { slug, title, editions } of PROTOCOLS) {
    const texts = editions.map(async ({ version, daysAgo }) => ({
      version,
      publishedAt: daysBefore(now, daysAgo),
      markdown: { zh: await readProtocol(slug, version, 'zh'), en: await readProtocol(slug, version, 'en') },
    }));
    await createProtocol(db, { slug, title, editions: await Promise.all(texts) });
  }
}
