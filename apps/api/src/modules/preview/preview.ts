import { storeDescription, storeRequirements } from '@yunduo/i18n/listing';
import { PREVIEW_TTL, type ReviewStatus } from '@yunduo/validation';
import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { appDrafts, previewTokens, type AppContent } from '../../db/schema/index.ts';
import { apps, appVersions, publishers, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { findReleases, type RelationRow, type ReleaseRow } from '../store/detail.ts';
import type { presentDetail } from '../store/present.ts';
import { pendingVersion } from '../publishing/pending-version.ts';
import { ownApp } from '../publishing/own.ts';
import { submissionOf } from '../publishing/rounds.ts';
import { settingsOfSite } from '../site/settings.ts';
import { hashToken, linkToken, newToken } from '../codes/tokens.ts';

/** The store's row of an app's page: a preview uses the same presenter as the page. */
export type DetailRow = Parameters<typeof presentDetail>[0];
type AppRow = typeof apps.$inferSelect;
type VersionRow = typeof appVersions.$inferSelect;

/**
 * Creates a link that shows an app's draft, or one of its versions, to any holder of the link, for `PREVIEW_TTL`.
 * @throws ApiError APP_NOT_FOUND, VERSION_NOT_FOUND for another developer's
 */
export async function createPreview(
  { db, clock }: Context,
  user: SessionUser,
  { appId, versionId = null }: { appId: number; versionId?: number | null },
): Promise<{ token: string; expiresAt: Date }> {
  const now = clock.now();
  await ownApp(db, user, appId);
  if (versionId !== null) {
    const found = await db
      .select({ id: appVersions.id })
      .from(appVersions)
      .where(and(eq(appVersions.id, versionId), eq(appVersions.appId, appId)));
    if (found.length === 0) throw apiError('VERSION_NOT_FOUND');
  }
  const token = newToken('preview');
  const expiresAt = after(now, PREVIEW_TTL);
  await db
    .insert(previewTokens)
    .values({ tokenHash: hashToken(token), appId, versionId, createdAt: now, expiresAt });
  return { token, expiresAt };
}

export interface Preview {
  row: DetailRow;
  reviewStatus: ReviewStatus | null;
  expiresAt: Date;
}

/**
 * The content of a preview link: the app's page as if the draft, or that version, were released now.
 * @throws ApiError PREVIEW_NOT_FOUND when the link is unknown or expired, or its target was deleted
 */
export async function openPreview({ db, clock }: Context, address: string): Promise<Preview> {
  const now = clock.now();
  const token = linkToken('preview', address);
  if (token === null) throw apiError('PREVIEW_NOT_FOUND');
  const [found] = await db
    .select({ link: previewTokens, app: apps, developer: users.nickname, publisher: publishers })
    .from(previewTokens)
    .innerJoin(apps, eq(apps.id, previewTokens.appId))
    .leftJoin(users, eq(users.id, apps.developerId))
    .leftJoin(publishers, eq(publishers.userId, apps.developerId))
    .where(and(eq(previewTokens.tokenHash, hashToken(token)), gt(previewTokens.expiresAt, now)));
  if (!found) throw apiError('PREVIEW_NOT_FOUND');
  const { link, app } = found;
  const version =
    link.versionId === null ? await pendingVersion(db, app.id) : await versionOf(db, link.versionId);
  const submission = link.versionId === null || !version ? null : await submissionOf(db, version);
  const content = submission?.content ?? (await draftContent(db, app));
  if (!content) throw apiError('PREVIEW_NOT_FOUND');
  // The facts as submitted: a version that was returned may have been edited since.
  const shown = version && { ...version, ...submission?.facts };
  const { name: brand } = await settingsOfSite(db);
  return {
    row: {
      ...(await asStoreRow(db, app, content, shown, now)),
      developer: found.developer,
      publisher: found.publisher,
      brand,
    },
    reviewStatus: version?.reviewStatus ?? null,
    expiresAt: link.expiresAt,
  };
}

async function versionOf(db: Db, id: number): Promise<VersionRow | null> {
  const [row] = await db.select().from(appVersions).where(eq(appVersions.id, id));
  return row ?? null;
}

async function draftContent(db: Db, app: AppRow): Promise<AppContent | null> {
  const [draft] = await db
    .select({ content: appDrafts.content })
    .from(appDrafts)
    .where(eq(appDrafts.appId, app.id));
  return draft?.content ?? null;
}

async function asStoreRow(
  db: Db,
  app: AppRow,
  content: AppContent,
  version: VersionRow | null,
  now: Date,
): Promise<Omit<DetailRow, 'developer' | 'publisher' | 'brand'>> {
  const earlier = app.status === 'published' ? (await findReleases(db, app.id)).list : [];
  const pending: ReleaseRow[] =
    // A listing releases no version: the current one stays.
    version === null || version.listing
      ? []
      : [
          {
            version: version.version,
            gitVersion: version.gitVersion,
            gitCommit: version.gitCommit,
            packageSha256: version.packageSha256,
            releasedAt: (version.releasedAt ?? now).toISOString(),
            size: version.size,
            changes: version.changes,
          },
        ];
  const releases = [
    ...pending,
    ...earlier.filter((release) => pending.every(({ version: one }) => release.version !== one)),
  ];
  return {
    id: app.id,
    appKey: app.appKey,
    name: content.name,
    intro: content.intro,
    logo: content.logo,
    category: content.category ?? app.category,
    certified: app.certified,
    source: app.source,
    free: app.free,
    os: content.os,
    arch: content.arch,
    downloadCount: app.downloadCount,
    lastReleasedAt: now,
    version: version?.version ?? earlier[0]?.version ?? '',
    size: version?.size ?? earlier[0]?.size ?? 0,
    description: storeDescription(content),
    requirements: storeRequirements(content),
    licence: content.licence,
    homepage: content.homepage,
    repoUrl: version?.repoUrl ?? app.repoUrl,
    firstPublishedAt: app.firstPublishedAt ?? now,
    releases,
    withdrawn: [],
    screenshots: content.screenshots,
    relations: await relationsOf(db, content),
  };
}

/** Relations as shown in the store: apps that were published by name, all others as written. */
async function relationsOf(db: Db, content: AppContent): Promise<RelationRow[]> {
  const keys = content.relations.flatMap(({ appKey }) => appKey ?? []);
  const targets =
    keys.length === 0
      ? []
      : await db
          .select({ id: apps.id, appKey: apps.appKey, name: apps.name, status: apps.status })
          .from(apps)
          .where(and(inArray(apps.appKey, keys), isNotNull(apps.firstPublishedAt)));
  const byKey = new Map(targets.map((target) => [target.appKey, target]));
  return content.relations.map(({ kind, appKey, package: name, constraint, note }) => {
    const target = appKey === null ? undefined : byKey.get(appKey);
    const written = name ?? appKey ?? '';
    return {
      kind,
      id: target?.status === 'published' ? target.id : null,
      appKey: target?.appKey ?? null,
      name: target?.name ?? { zh: written, en: written },
      constraint,
      note,
    };
  });
}
