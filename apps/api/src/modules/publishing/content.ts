import { storeDescription, storeRequirements } from '@yunduo/i18n/listing';
import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import type { AppContent } from '../../db/schema/review.ts';
import { appRelations, apps, appScreenshots } from '../../db/schema/store.ts';
import { searchColumns } from '../store/search-text.ts';

const blank = (): Bilingual => ({ zh: '', en: '' });

/** An empty draft. */
export const emptyContent = (): AppContent => ({
  name: blank(),
  intro: blank(),
  description: blank(),
  details: blank(),
  category: null,
  os: [],
  arch: [],
  logo: null,
  screenshots: [],
  keywords: [],
  licence: '',
  homepage: null,
  requirements: {
    os: blank(),
    gpu: blank(),
    hard_disk: blank(),
    mem: blank(),
    cpu: blank(),
    network_card: blank(),
  },
  relations: [],
});

/** The columns of `apps` that follow from the content. */
export function contentColumns(content: AppContent) {
  const words = {
    name: content.name,
    intro: content.intro,
    description: storeDescription(content),
    keywords: content.keywords,
  };
  return {
    ...words,
    ...searchColumns(words),
    category: content.category ?? ('practical' as const),
    os: content.os,
    arch: content.arch,
    logo: content.logo,
    requirements: storeRequirements(content),
    licence: content.licence,
    homepage: content.homepage,
  };
}

/** Publishes this content in the store: the app's row, search columns, screenshots and relations. */
export async function applyContent(db: Db, appId: number, content: AppContent): Promise<void> {
  const [app] = await db
    .update(apps)
    .set(contentColumns(content))
    .where(eq(apps.id, appId))
    .returning({ developerId: apps.developerId });
  await db.delete(appScreenshots).where(eq(appScreenshots.appId, appId));
  if (content.screenshots.length > 0) {
    await db.insert(appScreenshots).values(
      content.screenshots.map(({ stem, width, height, alt }, position) => ({
        appId,
        position,
        stem,
        width,
        height,
        alt,
      })),
    );
  }
  await db.delete(appRelations).where(eq(appRelations.appId, appId));
  if (content.relations.length === 0) return;
  const ids = await idsByKey(
    db,
    content.relations.flatMap(({ appKey }) => appKey ?? []),
    app?.developerId ?? null,
  );
  await db.insert(appRelations).values(
    content.relations.map(({ kind, appKey, package: name, constraint, note }, position) => {
      const target = appKey === null ? undefined : ids.get(appKey);
      return {
        appId,
        kind,
        position,
        targetAppId: target ?? null,
        package: target === undefined ? (name ?? appKey ?? '') : null,
        constraint,
        note,
      };
    }),
  );
}

/**
 * Ids of apps by key, restricted to those a developer may reference: apps published at some time, and their own.
 * Others' drafts are left out, like unknown keys.
 */
export async function idsByKey(
  db: Db,
  keys: readonly string[],
  developerId: number | null,
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ id: apps.id, appKey: apps.appKey })
    .from(apps)
    .where(
      and(
        inArray(apps.appKey, [...keys]),
        or(
          isNotNull(apps.firstPublishedAt),
          developerId === null ? undefined : eq(apps.developerId, developerId),
        ),
      ),
    );
  return new Map(rows.map(({ id, appKey }) => [appKey, id]));
}
