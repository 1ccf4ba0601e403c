import { hashPassword } from '../../modules/user-auth/passwords.ts';
import { createHash } from 'node:crypto';
import type {
  AppCategory,
  AppSource,
  AppStatus,
  Architecture,
  ArticlePlace,
  OperatingSystem,
  ProtocolSlug,
  ReviewStatus,
  Role,
} from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { searchColumns } from '../../modules/app-store/search-text.ts';
import { versionKey } from '../../modules/app-store/version-key.ts';
import { sanitiseRichText } from '../../modules/text/rich-text.ts';
import type { Db } from '../client.ts';
import { userRoles, users } from '../schema/account.ts';
import type { Bilingual } from '../schema/bilingual.ts';
import { articles, protocols, protocolVersions, siteSettings, type Fact } from '../schema/content.ts';
import {
  appRelations,
  apps,
  appScreenshots,
  appVersions,
  type Change,
  type Minimum,
  type Requirements,
} from '../schema/store.ts';

/**
 * How the seed and the tests make rows: each builder fills what its caller leaves out with something that is true of
 * most, and keeps what the application keeps (sanitised texts, search columns, the current version).
 */

export const DAY = 86_400_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);
export const both = (text: string): Bilingual => ({ zh: text, en: text });

let counter = 0;
const next = (): number => (counter += 1);

export interface UserInput {
  email?: string;
  nickname?: string;
  password?: string;
  /** Skips the hashing, which is slow on purpose. */
  passwordHash?: string;
  roles?: readonly Exclude<Role, 'user'>[];
  gender?: 'male' | 'female' | 'secret';
  birthday?: string | null;
  now: Date;
}

/** An account; one that exists already stays as it is. */
export async function createUser(db: Db, input: UserInput): Promise<{ id: number; email: string }> {
  const email = input.email ?? `user-${next()}@yunduo.test`;
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (known) return { id: known.id, email };
  const [row] = await db
    .insert(users)
    .values({
      email,
      passwordHash: input.passwordHash ?? (await hashPassword(input.password ?? 'Yunduo2026')),
      nickname: input.nickname ?? '新用户',
      gender: input.gender ?? 'secret',
      birthday: input.birthday ?? null,
      ytToken: createHash('sha256').update(`forum ${email}`).digest('hex').slice(0, 32),
      createdAt: input.now,
      updatedAt: input.now,
    })
    .returning({ id: users.id });
  if (!row) throw new Error(`no account for ${email}`);
  const roles = (input.roles ?? []).map((role) => ({ userId: row.id, role, grantedAt: input.now }));
  if (roles.length > 0) await db.insert(userRoles).values(roles);
  return { id: row.id, email };
}

export interface VersionInput {
  version: string;
  gitVersion?: string;
  repoUrl?: string | null;
  size?: number;
  reviewStatus?: ReviewStatus;
  description?: Bilingual;
  changes?: Change[];
  submittedAt?: Date | null;
  dueAt?: Date | null;
  decidedAt?: Date | null;
  releasedAt?: Date | null;
  createdAt?: Date;
}

export interface ScreenshotInput {
  stem: Bilingual;
  width: number;
  height: number;
  alt: Bilingual;
}

export interface RelationInput {
  kind: 'dependency' | 'conflict';
  targetAppId?: number;
  package?: string;
  constraint?: string;
  alternatives?: readonly string[];
  bundled?: boolean;
  note?: Bilingual;
}

export interface AppInput {
  appKey?: string;
  name?: Bilingual;
  intro?: Bilingual;
  /** Rich text; sanitised here as everywhere. */
  description?: Bilingual;
  category?: AppCategory;
  os?: readonly OperatingSystem[];
  arch?: readonly Architecture[];
  certified?: boolean;
  source?: AppSource;
  developerId?: number | null;
  status?: AppStatus;
  logo?: string | null;
  requirements?: Requirements;
  minimum?: Minimum;
  licence?: string;
  homepage?: string | null;
  repoUrl?: string | null;
  keywords?: readonly string[];
  recommendedRank?: number | null;
  downloadCount?: number;
  firstPublishedAt?: Date;
  updatedAt?: Date;
  versions?: readonly VersionInput[];
  screenshots?: readonly ScreenshotInput[];
  now: Date;
}

const NO_REQUIREMENT: Requirements = {
  os: both('Debian 12'),
  gpu: { zh: '不需要', en: 'None' },
  hard_disk: both('100 MB'),
  mem: both('128 MB'),
  cpu: both('x86_64'),
  network_card: both('100 Mbit/s'),
};

/** An app with its versions. The highest released one is current; with one the app is published, without it pending. */
export async function createApp(db: Db, input: AppInput): Promise<{ id: number; appKey: string }> {
  const { now } = input;
  const appKey = input.appKey ?? `app-${next()}`;
  const words = {
    name: input.name ?? both(appKey),
    intro: input.intro ?? both(`${appKey} intro`),
    description: {
      zh: sanitiseRichText(input.description?.zh ?? ''),
      en: sanitiseRichText(input.description?.en ?? ''),
    },
    keywords: (input.keywords ?? []).map((keyword) => keyword.toLowerCase()),
  };
  const versions = (input.versions ?? [{ version: '1.0.0' }]).map((version) => versionRow(version, now));
  const current = versions
    .filter(({ reviewStatus }) => reviewStatus === 'released')
    .sort((one, other) => other.versionKey - one.versionKey)[0];
  const [app] = await db
    .insert(apps)
    .values({
      ...words,
      ...searchColumns(words),
      appKey,
      category: input.category ?? 'practical',
      os: [...(input.os ?? ['debian'])],
      arch: [...(input.arch ?? ['x86_64'])],
      certified: input.certified ?? false,
      source: input.source ?? (input.developerId == null ? 'official' : 'user'),
      developerId: input.developerId ?? null,
      status: 'pending_release',
      logo: input.logo ?? null,
      requirements: input.requirements ?? NO_REQUIREMENT,
      minimum: input.minimum ?? {},
      licence: input.licence ?? 'MIT',
      homepage: input.homepage ?? null,
      repoUrl: input.repoUrl ?? null,
      recommendedRank: input.recommendedRank ?? null,
      downloadCount: input.downloadCount ?? 0,
      createdAt: input.firstPublishedAt ?? now,
      updatedAt: input.updatedAt ?? current?.releasedAt ?? now,
    })
    .returning({ id: apps.id });
  if (!app) throw new Error(`no app ${appKey}`);
  const rows = versions.map((version) => ({ ...version, appId: app.id }));
  const kept =
    rows.length > 0
      ? await db
          .insert(appVersions)
          .values(rows)
          .returning({ id: appVersions.id, version: appVersions.version })
      : [];
  if (current) {
    await db
      .update(apps)
      .set({
        status: input.status ?? 'published',
        currentVersionId: kept.find(({ version }) => version === current.version)?.id ?? null,
        firstPublishedAt: input.firstPublishedAt ?? current.releasedAt,
        lastReleasedAt: current.releasedAt,
      })
      .where(eq(apps.id, app.id));
  }
  if (input.screenshots?.length) {
    await db
      .insert(appScreenshots)
      .values(input.screenshots.map((screenshot, position) => ({ ...screenshot, appId: app.id, position })));
  }
  return { id: app.id, appKey };
}

function versionRow(input: VersionInput, now: Date) {
  const reviewStatus = input.reviewStatus ?? 'released';
  const wasLive = ['released', 'superseded', 'yanked'].includes(reviewStatus);
  const releasedAt = input.releasedAt ?? (wasLive ? now : null);
  return {
    version: input.version,
    versionKey: versionKey(input.version),
    gitVersion: input.gitVersion ?? `v${input.version}`,
    repoUrl: input.repoUrl ?? null,
    size: input.size ?? 1_000_000,
    reviewStatus,
    description: input.description ?? both(''),
    changes: input.changes ?? [],
    submittedAt: input.submittedAt ?? (reviewStatus === 'in_review' ? now : releasedAt),
    // A promise is made while a reviewer has the turn, and not otherwise.
    dueAt: reviewStatus === 'in_review' ? (input.dueAt ?? new Date(now.getTime() + 3 * DAY)) : null,
    decidedAt: input.decidedAt ?? releasedAt,
    releasedAt,
    createdAt: input.createdAt ?? releasedAt ?? now,
  };
}

/** What an app needs and what it cannot live beside, in the order given. */
export async function relateApp(db: Db, appId: number, relations: readonly RelationInput[]): Promise<void> {
  if (relations.length === 0) return;
  await db.insert(appRelations).values(
    relations.map((relation, position) => ({
      appId,
      kind: relation.kind,
      position,
      targetAppId: relation.targetAppId ?? null,
      package: relation.package ?? null,
      constraint: relation.constraint ?? '',
      alternatives: [...(relation.alternatives ?? [])],
      bundled: relation.bundled ?? false,
      note: relation.note ?? both(''),
    })),
  );
}

export interface ArticleInput {
  place: ArticlePlace;
  position?: number;
  title: Bilingual;
  intro?: Bilingual;
  html?: Bilingual;
  picture?: string | null;
  link?: { text: Bilingual; href: string };
  facts?: readonly Fact[];
  published?: boolean;
  now: Date;
}

export async function createArticle(db: Db, input: ArticleInput): Promise<void> {
  await db.insert(articles).values({
    place: input.place,
    position: input.position ?? next(),
    title: input.title,
    intro: input.intro ?? both(''),
    html: { zh: sanitiseRichText(input.html?.zh ?? ''), en: sanitiseRichText(input.html?.en ?? '') },
    picture: input.picture ?? null,
    linkText: input.link?.text ?? null,
    linkHref: input.link?.href ?? null,
    facts: [...(input.facts ?? [])],
    published: input.published ?? true,
    updatedAt: input.now,
  });
}

export interface ProtocolInput {
  slug: ProtocolSlug;
  title: Bilingual;
  editions: readonly { version: string; markdown: Bilingual; publishedAt: Date }[];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function createProtocol(db: Db, { slug, title, editions }: ProtocolInput): Promise<void> {
  await db.insert(protocols).values({ slug, title }).onConflictDoNothing();
  await db.insert(protocolVersions).values(
    editions.map(({ version, markdown, publishedAt }) => ({
      slug,
      version,
      markdown,
      hash: { zh: sha256(markdown.zh), en: sha256(markdown.en) },
      publishedAt,
    })),
  );
}

export interface SettingsInput {
  name: Bilingual;
  slogan: Bilingual;
  recordNumber?: string | null;
  supportEmail: string;
}

export async function createSettings(db: Db, input: SettingsInput): Promise<void> {
  await db.insert(siteSettings).values({ ...input, recordNumber: input.recordNumber ?? null });
}

export { touchContent } from '../../modules/site/settings.ts';
