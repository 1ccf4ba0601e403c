import type { SuggestionField } from '@yunduo/validation';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/account.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { appEvents, appPictures, type AppContent } from '../../db/schema/review.ts';
import { publishers } from '../../db/schema/publisher.ts';
import { appVersions } from '../../db/schema/store.ts';
import type { SessionUser } from '../../http/route.ts';
import type { PublisherRow } from '../store/publisher.ts';
import { settingsOfSite } from '../site/settings.ts';
import { areReady, checksOf, type Check } from './checks.ts';
import { pendingVersion, openVersionOf } from './pending-version.ts';
import { emptyContent } from './content.ts';
import { keyIsFixed } from './drafts.ts';
import { draftOf, ownApp } from './own.ts';
import { replacementOf, type Replacement } from './replacement.ts';
import { submissionOf } from './rounds.ts';
import { appStateOf, type AppStanding } from './app-state.ts';
import { suggestionsByVersion, type SuggestionRow } from './suggestions.ts';
import type { AppRow, VersionRow } from './step.ts';
import { nextActorOf, type Turn } from './next-actor.ts';

export interface VersionWithWords {
  version: VersionRow;
  suggestions: SuggestionRow[];
}

export interface OwnDetail {
  app: AppRow;
  keyFixed: boolean;
  /** Developer name shown in the store. */
  developer: Bilingual;
  publisher: PublisherRow | null;
  turn: Turn;
  standing: AppStanding;
  draft: AppContent;
  logoId: number | null;
  /** Fields in which the draft differs from the store; null when the store shows nothing. */
  draftChanges: SuggestionField[] | null;
  /** When the listing of the current version was last published separately from its release. */
  listingSince: Date | null;
  versions: VersionWithWords[];
  live: VersionRow | null;
  open: VersionRow | null;
  pending: VersionRow | null;
  checks: Check[];
  ready: boolean;
  replacement: Replacement | null;
}

/**
 * Everything about one app on its developer's pages.
 * @throws ApiError APP_NOT_FOUND
 */
export async function ownDetail({ db, clock }: Context, user: SessionUser, id: number): Promise<OwnDetail> {
  const app = await ownApp(db, user, id);
  const draft = await draftOf(db, id);
  const rows = await db
    .select()
    .from(appVersions)
    .where(eq(appVersions.appId, id))
    .orderBy(desc(appVersions.versionKey));
  const open = await openVersionOf(db, id);
  const live = rows.find((row) => row.id === app.currentVersionId) ?? null;
  const pending = await pendingVersion(db, id);
  const changes = live ? draftChanges(await shownContent(db, live), draft) : null;
  const now = clock.now();
  const checks = await checksOf(db, id, draft, open);
  const suggestions = await suggestionsByVersion(db, rows);
  const versions = rows.map((version) => ({ version, suggestions: suggestions.get(version.id) ?? [] }));
  return {
    app,
    keyFixed: await keyIsFixed(db, app),
    ...(await makerOf(db, user)),
    turn: nextActorOf(app, pending && { ...pending, withdrawnAt: await withdrawnAt(db, pending) }, now),
    standing: appStateOf({ app, pending, live: live !== null, differs: changes?.length !== 0, now }),
    draft,
    logoId: await logoIdOf(db, id, draft.logo),
    draftChanges: changes,
    listingSince: live && (await listingSince(db, live)),
    versions,
    live,
    open,
    pending,
    checks,
    ready: areReady(checks),
    replacement: await replacementOf(db, app),
  };
}

/** The developer as named in the store: publisher name, nickname, or our own name. */
async function makerOf(
  db: Db,
  { id }: Pick<SessionUser, 'id'>,
): Promise<Pick<OwnDetail, 'developer' | 'publisher'>> {
  const [user] = await db
    .select({ nickname: users.nickname, publisher: publishers })
    .from(users)
    .leftJoin(publishers, eq(publishers.userId, users.id))
    .where(eq(users.id, id));
  const { nickname, publisher = null } = user ?? {};
  if (publisher) return { developer: publisher.name, publisher };
  return {
    developer: nickname ? { zh: nickname, en: nickname } : (await settingsOfSite(db)).name,
    publisher,
  };
}

/** The uploaded picture used as the draft's logo. */
export async function logoIdOf(db: Db, appId: number, logo: string | null): Promise<number | null> {
  if (logo === null) return null;
  const rows = await db
    .select({ id: appPictures.id, stem: appPictures.stem })
    .from(appPictures)
    .where(and(eq(appPictures.appId, appId), eq(appPictures.kind, 'logo')));
  return rows.find(({ stem }) => stem.zh === logo)?.id ?? null;
}

/** The content reviewed with the published version; null for one older than the submissions table. */
export async function shownContent(db: Db, live: VersionRow): Promise<AppContent | null> {
  return (await submissionOf(db, live))?.content ?? null;
}

/** The fields in which a draft differs from the published content; keys of stored JSON are unordered. */
export const draftChanges = (shown: AppContent | null, draft: AppContent): SuggestionField[] =>
  (Object.keys(emptyContent()) as (keyof AppContent & SuggestionField)[]).filter(
    (field) => !shown || canonical(shown[field]) !== canonical(draft[field]),
  );

/** The last withdrawal of a version that is withdrawn now. */
async function withdrawnAt(db: Db, { id, reviewStatus }: VersionRow): Promise<Date | null> {
  if (reviewStatus !== 'withdrawn') return null;
  const [event] = await db
    .select({ at: appEvents.at })
    .from(appEvents)
    .where(and(eq(appEvents.versionId, id), eq(appEvents.action, 'revoke')))
    .orderBy(desc(appEvents.at), desc(appEvents.id))
    .limit(1);
  return event?.at ?? null;
}

/** When the listing of a version was published separately, after the version itself. */
async function listingSince(db: Db, live: VersionRow): Promise<Date | null> {
  const [row] = await db
    .select({ at: appVersions.releasedAt })
    .from(appVersions)
    .where(and(eq(appVersions.appId, live.appId), appVersions.listing, isNotNull(appVersions.releasedAt)))
    .orderBy(desc(appVersions.releasedAt))
    .limit(1);
  return row?.at && (!live.releasedAt || row.at > live.releasedAt) ? row.at : null;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
