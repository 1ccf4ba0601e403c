import { hashPassword } from '../modules/auth/passwords.ts';
import { createHash } from 'node:crypto';
import {
  DAY,
  LOGO_PIXELS_MIN,
  type DeveloperAction,
  type EventRole,
  type RejectReason,
  type SuggestionField,
} from '@yunduo/validation';
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
import { and, eq } from 'drizzle-orm';
import { searchColumns } from '../modules/store/search-text.ts';
import { versionKey } from '../modules/store/version-key.ts';
import { emptyContent } from '../modules/publishing/content.ts';
import { nameKey, skeletonOf } from '../modules/publishing/names.ts';
import { factsOf } from '../modules/publishing/versions.ts';
import { sanitiseRichText } from '../modules/text/rich-text.ts';
import type { Db } from '../db/client.ts';
import { userRoles, users } from '../db/schema/account.ts';
import type { Bilingual } from '../db/schema/bilingual.ts';
import { articles, protocols, protocolVersions, siteSettings, type Fact } from '../db/schema/content.ts';
import {
  appDrafts,
  appEvents,
  appNames,
  appPictures,
  versionSubmissions,
  versionSuggestions,
  type AppContent,
} from '../db/schema/review.ts';
import {
  appRelations,
  apps,
  appScreenshots,
  appVersions,
  type Change,
  type Minimum,
  type Requirements,
} from '../db/schema/store.ts';

/**
 * Builders of rows for the seed and the tests: each fills omitted fields with common values, and keeps the
 * application's invariants (sanitised texts, search columns, the current version).
 */

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);
export const both = (text: string): Bilingual => ({ zh: text, en: text });

let counter = 0;
const next = (): number => (counter += 1);

export interface UserInput {
  email?: string;
  nickname?: string;
  password?: string;
  /** Skips hashing, which is slow by design. */
  passwordHash?: string;
  roles?: readonly Exclude<Role, 'user'>[];
  gender?: 'male' | 'female' | 'secret';
  birthday?: string | null;
  now: Date;
}

/** Creates an account; an existing one is unchanged. */
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
  /** Generated if omitted; null for a version from before it was recorded. */
  gitCommit?: string | null;
  packageSha256?: string | null;
  repoUrl?: string | null;
  size?: number;
  reviewStatus?: ReviewStatus;
  description?: Bilingual;
  changes?: Change[];
  /** Number of submissions; one if it was submitted. */
  round?: number;
  /** Content in which earlier submissions differ from the newest. */
  earlier?: Partial<AppContent>;
  submittedAt?: Date | null;
  dueAt?: Date | null;
  decidedAt?: Date | null;
  rejectReason?: RejectReason;
  decisionText?: string;
  appealedAt?: Date | null;
  yankReason?: string;
  yankReasons?: Bilingual;
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
  /** The developer's later edits; only with a developer. */
  draft?: Partial<AppContent>;
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

/**
 * Creates an app with its versions. The highest released one is current; with one the app is published, otherwise
 * pending.
 */
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
  const versions = (input.versions ?? [{ version: '1.0.0' }]).map((version) =>
    versionRow(version, now, appKey),
  );
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
      // Without a released version an app is unpublished, or was never published.
      status: input.status === 'unpublished' ? 'unpublished' : 'pending_release',
      logo: input.logo ?? null,
      requirements: input.requirements ?? NO_REQUIREMENT,
      minimum: input.minimum ?? {},
      licence: input.licence ?? 'MIT',
      homepage: input.homepage ?? null,
      repoUrl: input.repoUrl ?? null,
      recommendedRank: input.recommendedRank ?? null,
      downloadCount: input.downloadCount ?? 0,
      firstPublishedAt: input.status === 'unpublished' ? (input.firstPublishedAt ?? null) : null,
      createdAt: input.firstPublishedAt ?? now,
      updatedAt: input.updatedAt ?? current?.releasedAt ?? now,
    })
    .returning({ id: apps.id });
  if (!app) throw new Error(`no app ${appKey}`);
  const rows = versions.map((version) => ({ ...version, appId: app.id }));
  const stored =
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
        currentVersionId: stored.find(({ version }) => version === current.version)?.id ?? null,
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
  if (input.developerId != null) await createDraft(db, app.id, { ...input, appKey });
  await reserveNames(db, app.id, [words.name.zh, words.name.en]);
  return { id: app.id, appKey };
}

/** Reserves names from the start; two test apps may share one. */
async function reserveNames(db: Db, appId: number, names: readonly string[]): Promise<void> {
  const keys = new Map(names.filter(Boolean).map((name) => [nameKey(name), skeletonOf(name)]));
  if (keys.size === 0) return;
  await db
    .insert(appNames)
    .values([...keys].map(([key, skeleton]) => ({ key, appId, skeleton })))
    .onConflictDoNothing();
}

/** The developer's side of an app: pictures, a draft, and the submission of each version. */
async function createDraft(db: Db, appId: number, input: AppInput): Promise<void> {
  const { now } = input;
  const createdAt = input.firstPublishedAt ?? now;
  const pictures = [];
  for (const { stem, width, height, alt } of input.screenshots ?? []) {
    const [picture] = await db
      .insert(appPictures)
      .values({ appId, kind: 'screenshot', stem, width, height, createdAt })
      .returning({ id: appPictures.id });
    if (picture) pictures.push({ id: picture.id, stem, width, height, alt });
  }
  if (input.logo) {
    await db.insert(appPictures).values({
      appId,
      kind: 'logo',
      stem: both(input.logo),
      width: LOGO_PIXELS_MIN,
      height: LOGO_PIXELS_MIN,
      createdAt,
    });
  }
  const content: AppContent = {
    ...emptyContent(),
    name: input.name ?? both(input.appKey ?? ''),
    intro: input.intro ?? both(''),
    details: {
      zh: sanitiseRichText(input.description?.zh ?? ''),
      en: sanitiseRichText(input.description?.en ?? ''),
    },
    category: input.category ?? 'practical',
    os: [...(input.os ?? ['debian'])],
    arch: [...(input.arch ?? ['x86_64'])],
    logo: input.logo ?? null,
    screenshots: pictures,
    keywords: (input.keywords ?? []).map((keyword) => keyword.toLowerCase()),
    licence: input.licence ?? 'MIT',
    homepage: input.homepage ?? null,
    requirements: input.requirements ?? NO_REQUIREMENT,
  };
  await db.insert(appDrafts).values({ appId, content: { ...content, ...input.draft }, updatedAt: now });
  const versions = await db.select().from(appVersions).where(eq(appVersions.appId, appId));
  for (const version of versions.filter(({ round }) => round > 0)) {
    const { id, submittedAt, dueAt } = version;
    const facts = factsOf(version);
    const earlier = input.versions?.find((one) => one.version === version.version)?.earlier ?? {};
    const last = submittedAt ?? now;
    for (let round = 1; round <= version.round; round += 1) {
      const at = new Date(last.getTime() - (version.round - round) * 2 * DAY);
      await db.insert(versionSubmissions).values({
        versionId: id,
        round,
        content: round === version.round ? content : { ...content, ...earlier },
        facts,
        submittedAt: at,
        dueAt: round === version.round && dueAt ? dueAt : new Date(at.getTime() + 3 * DAY),
      });
    }
  }
}

export interface EventRowInput {
  appKey: string;
  version?: string;
  action: DeveloperAction;
  role: EventRole;
  at: Date;
  text?: string;
}

/** Creates timeline events; the actor is the account in that role, if there is one. */
export async function createEvents(
  db: Db,
  events: readonly EventRowInput[],
  actors: Partial<Record<EventRole, number>> = {},
): Promise<void> {
  for (const { appKey, version, action, role, at, text = '' } of events) {
    const [app] = await db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, appKey));
    if (!app) throw new Error(`no app ${appKey}`);
    const versions = await db.select().from(appVersions).where(eq(appVersions.appId, app.id));
    const versionId = versions.find((row) => row.version === version)?.id ?? null;
    await db
      .insert(appEvents)
      .values({ appId: app.id, versionId, at, action, actorRole: role, actorId: actors[role] ?? null, text });
  }
}

export interface SuggestionInput {
  appKey: string;
  version: string;
  round?: number;
  field: SuggestionField;
  text: string;
  reviewerId: number | null;
  at: Date;
  answer?: string;
  resolved?: boolean;
}

/** Creates a suggestion, by default in the newest round of a version. */
export async function createSuggestion(db: Db, input: SuggestionInput): Promise<void> {
  const [found] = await db
    .select({ id: appVersions.id, round: appVersions.round })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .where(and(eq(apps.appKey, input.appKey), eq(appVersions.version, input.version)));
  if (!found) throw new Error(`no version ${input.version} of ${input.appKey}`);
  await db.insert(versionSuggestions).values({
    versionId: found.id,
    round: input.round ?? found.round,
    field: input.field,
    text: input.text,
    reviewerId: input.reviewerId,
    createdAt: input.at,
    answer: input.answer ?? null,
    answeredAt: input.answer ? input.at : null,
    resolvedAt: input.resolved ? input.at : null,
    resolvedBy: input.resolved ? 'developer' : null,
  });
}

/** The given pin, or deterministic digits that look like a hash. */
function pinOf(
  given: string | null | undefined,
  algorithm: 'sha1' | 'sha256',
  appKey: string,
  version: string,
): string | null {
  return given === undefined ? createHash(algorithm).update(`${appKey} ${version}`).digest('hex') : given;
}

function versionRow(input: VersionInput, now: Date, appKey: string) {
  const reviewStatus = input.reviewStatus ?? 'released';
  const wasLive = ['released', 'superseded', 'yanked'].includes(reviewStatus);
  const releasedAt = input.releasedAt ?? (wasLive ? now : null);
  return {
    version: input.version,
    versionKey: versionKey(input.version),
    gitVersion: input.gitVersion ?? `v${input.version}`,
    gitCommit: pinOf(input.gitCommit, 'sha1', appKey, input.version),
    packageSha256: pinOf(input.packageSha256, 'sha256', appKey, input.version),
    repoUrl: input.repoUrl ?? null,
    size: input.size ?? 1_000_000,
    reviewStatus,
    description: input.description ?? both(''),
    changes: input.changes ?? [],
    round: input.round ?? (reviewStatus === 'draft' ? 0 : 1),
    rejectReason: input.rejectReason ?? null,
    decisionText: input.decisionText ?? '',
    appealedAt: input.appealedAt ?? null,
    yankReason: input.yankReason ?? null,
    yankReasons: input.yankReasons ?? null,
    submittedAt: input.submittedAt ?? (reviewStatus === 'in_review' ? now : releasedAt),
    // A deadline exists only while a reviewer has the turn.
    dueAt: reviewStatus === 'in_review' ? (input.dueAt ?? new Date(now.getTime() + 3 * DAY)) : null,
    decidedAt: input.decidedAt ?? releasedAt,
    releasedAt,
    createdAt: input.createdAt ?? releasedAt ?? now,
  };
}

/** Dependencies and conflicts of an app, in the given order. */
export async function relateApp(db: Db, appId: number, relations: readonly RelationInput[]): Promise<void> {
  if (relations.length === 0) return;
  await relateDraft(db, appId, relations);
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

/** Drafts and submissions reference them as the store does. */
async function relateDraft(db: Db, appId: number, relations: readonly RelationInput[]): Promise<void> {
  const [draft] = await db.select().from(appDrafts).where(eq(appDrafts.appId, appId));
  if (!draft) return;
  const targets = await db.select({ id: apps.id, appKey: apps.appKey }).from(apps);
  const written = relations.map(({ kind, targetAppId, package: name, constraint = '', note = both('') }) => ({
    kind,
    appKey: targets.find(({ id }) => id === targetAppId)?.appKey ?? null,
    package: targetAppId === undefined ? (name ?? '') : null,
    constraint,
    note,
  }));
  const content = { ...draft.content, relations: written };
  await db.update(appDrafts).set({ content }).where(eq(appDrafts.appId, appId));
  const versions = await db
    .select({ id: appVersions.id })
    .from(appVersions)
    .where(eq(appVersions.appId, appId));
  for (const { id } of versions) {
    const rows = await db.select().from(versionSubmissions).where(eq(versionSubmissions.versionId, id));
    for (const row of rows) {
      await db
        .update(versionSubmissions)
        .set({ content: { ...row.content, relations: written } })
        .where(and(eq(versionSubmissions.versionId, id), eq(versionSubmissions.round, row.round)));
    }
  }
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
    status: input.published === false ? 'archived' : 'published',
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

export { touchContent } from '../modules/site/settings.ts';
