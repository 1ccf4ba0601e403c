import { and, desc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/account.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { appPictures, versionSubmissions, type AppContent } from '../../db/schema/review.ts';
import { appVersions } from '../../db/schema/store.ts';
import type { SessionUser } from '../../http/route.ts';
import { settingsOfSite } from '../site/settings.ts';
import { areReady, checksOf, type Check } from './checks.ts';
import { comingVersion, openVersionOf } from './coming.ts';
import { keyIsFixed } from './drafts.ts';
import { draftOf, ownApp } from './own.ts';
import { suggestionsByVersion, type SuggestionRow } from './suggestions.ts';
import type { AppRow, VersionRow } from './transitions.ts';
import { turnOf, type Turn } from './turn.ts';

export interface VersionWithWords {
  version: VersionRow;
  suggestions: SuggestionRow[];
}

export interface OwnDetail {
  app: AppRow;
  keyFixed: boolean;
  /** Who the store says made it. */
  developer: Bilingual;
  turn: Turn;
  draft: AppContent;
  logoId: number | null;
  draftDiffers: boolean;
  versions: VersionWithWords[];
  live: VersionRow | null;
  open: VersionRow | null;
  checks: Check[];
  ready: boolean;
}

/**
 * Everything that the pages of one app show to its developer.
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
  const checks = await checksOf(db, id, draft, open);
  const suggestions = await suggestionsByVersion(db, rows);
  const versions = rows.map((version) => ({ version, suggestions: suggestions.get(version.id) ?? [] }));
  return {
    app,
    keyFixed: await keyIsFixed(db, app),
    developer: await makerOf(db, user),
    turn: turnOf(app, await comingVersion(db, id), clock.now()),
    draft,
    logoId: await logoIdOf(db, id, draft.logo),
    draftDiffers: await differs(db, live, draft),
    versions,
    live,
    open,
    checks,
    ready: areReady(checks),
  };
}

/** The developer as the store names them: by nickname, or else as the house. */
async function makerOf(db: Db, { id }: Pick<SessionUser, 'id'>): Promise<Bilingual> {
  const [user] = await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, id));
  const nickname = user?.nickname;
  return nickname ? { zh: nickname, en: nickname } : (await settingsOfSite(db)).name;
}

/** The uploaded picture that a draft's logo is. */
export async function logoIdOf(db: Db, appId: number, logo: string | null): Promise<number | null> {
  if (logo === null) return null;
  const rows = await db
    .select({ id: appPictures.id, stem: appPictures.stem })
    .from(appPictures)
    .where(and(eq(appPictures.appId, appId), eq(appPictures.kind, 'logo')));
  return rows.find(({ stem }) => stem.zh === logo)?.id ?? null;
}

/** Whether the store shows something else than the draft; keys of stored JSON have no order. */
async function differs(db: Db, live: VersionRow | null, draft: AppContent): Promise<boolean> {
  if (!live) return true;
  const [shown] = await db
    .select({ content: versionSubmissions.content })
    .from(versionSubmissions)
    .where(and(eq(versionSubmissions.versionId, live.id), eq(versionSubmissions.round, live.round)));
  return !shown || canonical(shown.content) !== canonical(draft);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
