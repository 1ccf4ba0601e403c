import { randomBytes } from 'node:crypto';
import type { InputOf, devApp } from '@yunduo/api-contract';
import { APP_DRAFTS_MAX, ARCHITECTURES, OPERATING_SYSTEMS, type AppCategory } from '@yunduo/validation';
import { developerAppDraftSchema, type FieldMessage } from '@yunduo/validation/schemas';
import { and, count, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/account.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { appDrafts, appPictures, type AppContent, type ContentRelation } from '../../db/schema/review.ts';
import { apps, appVersions, type Requirements } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { tokenReaches, type SessionUser } from '../../http/route.ts';
import { sanitiseRichText } from '../text/rich-text.ts';
import { contentColumns, emptyContent, idsByKey } from './content.ts';
import { writeEvent } from './events.ts';
import { claimNames, rejectTakenNames } from './names.ts';
import { asDeveloper, draftOf, ownApp } from './own.ts';
import type { AppRow } from './step.ts';

type Input = InputOf<typeof devApp.save>;
type Form = Awaited<ReturnType<typeof checkForm<typeof developerAppDraftSchema.__outputType>>>;
type FieldErrors = Record<string, FieldMessage>;

export interface SavedDraft {
  app: AppRow;
  content: AppContent;
}

/**
 * Saves a draft, or creates an app. Omitted fields are unchanged; limits are enforced here, completeness on submission.
 * Runs in the caller's transaction.
 * @throws ApiError VALIDATION_FAILED, EDIT_CONFLICT with the current revision, APP_NAME_TAKEN, APP_KEY_TAKEN,
 * APP_KEY_FIXED, TOO_MANY_DRAFTS, APP_NOT_FOUND
 */
export async function saveDraft(context: Context, user: SessionUser, input: Input): Promise<SavedDraft> {
  const { id, revision, ...fields } = input;
  const form = await checkForm(developerAppDraftSchema, fields);
  return id === undefined
    ? createDraft(context, user, form)
    : editDraft(context, user, form, { id, revision });
}

async function createDraft(context: Context, user: SessionUser, form: Form): Promise<SavedDraft> {
  const { db, clock } = context;
  if (!tokenReaches(user, null)) throw apiError('APP_NOT_FOUND');
  const now = clock.now();
  // Pictures belong to an existing app: a new one has none.
  const content = await merge(context, { id: null, developerId: user.id }, emptyContent(), form);
  // Early check before any write or lock; the claim below is authoritative.
  await rejectTakenNames(db, content.name);
  const insert = async (appKey: string): Promise<AppRow | undefined> => {
    const [row] = await db
      .insert(apps)
      .values({
        ...contentColumns(content),
        appKey,
        source: 'user',
        developerId: user.id,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: apps.appKey })
      .returning();
    return row;
  };
  // A generated key that a concurrent request took is replaced; a chosen one is refused.
  const app =
    form.app_key === undefined
      ? ((await insert(await freeKey(db, content.name))) ?? (await insert(madeUpKey())))
      : await insert(form.app_key);
  if (!app) throw keyTaken();
  await db.insert(appDrafts).values({ appId: app.id, content, updatedAt: now });
  await claimNames(db, app.id, content.name);
  await rejectTooMany(db, user.id);
  await writeEvent(context, { appId: app.id, versionId: null, action: 'create', actor: asDeveloper(user) });
  return { app, content };
}

async function editDraft(
  context: Context,
  user: SessionUser,
  form: Form,
  { id, revision }: { id: number; revision: number | undefined },
): Promise<SavedDraft> {
  const { db, clock } = context;
  const now = clock.now();
  const before = await ownApp(db, user, id, { lock: true });
  if (revision === undefined) throw apiError('VALIDATION_FAILED', { fields: { revision: 'field_invalid' } });
  if (revision !== before.revision) throw apiError('EDIT_CONFLICT', { revision: before.revision });
  const appKey = form.app_key ?? before.appKey;
  if (appKey !== before.appKey && (await keyIsFixed(db, before))) throw apiError('APP_KEY_FIXED');
  const content = await merge(context, { id, developerId: user.id }, await draftOf(db, id), form);
  await db.update(appDrafts).set({ content, updatedAt: now }).where(eq(appDrafts.appId, id));
  try {
    const [app] = await db
      .update(apps)
      .set({
        // Until first published, lists show the draft; afterwards only a release changes the shown content.
        ...(before.firstPublishedAt === null && contentColumns(content)),
        appKey,
        revision: before.revision + 1,
        updatedAt: now,
      })
      .where(eq(apps.id, id))
      .returning();
    if (!app) throw apiError('APP_NOT_FOUND');
    await claimNames(db, id, content.name);
    return { app, content };
  } catch (error) {
    if (brokenUniqueIndex(error) === 'apps_app_key') throw keyTaken();
    throw error;
  }
}

const keyTaken = () => apiError('APP_KEY_TAKEN', { fields: { app_key: 'app_key_taken' } });

/** Whether the key is fixed: once visible, clients and other apps refer to it. */
export async function keyIsFixed(db: Db, app: AppRow): Promise<boolean> {
  if (app.firstPublishedAt) return true;
  const submitted = await db
    .select({ id: appVersions.id })
    .from(appVersions)
    .where(and(eq(appVersions.appId, app.id), gt(appVersions.round, 0)))
    .limit(1);
  return submitted.length > 0;
}

/** Counts with the account locked, including the new app: concurrent requests cannot both stay under the limit. */
async function rejectTooMany(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [drafts] = await db
    .select({ n: count() })
    .from(apps)
    .where(and(eq(apps.developerId, userId), isNull(apps.firstPublishedAt)));
  if ((drafts?.n ?? 0) > APP_DRAFTS_MAX)
    throw apiError('TOO_MANY_DRAFTS', { words: { limit: APP_DRAFTS_MAX } });
}

const madeUpKey = (): string => `app-${randomBytes(5).toString('hex')}`;

/** A key derived from the English name, or a generated one; the developer may change it until the first submission. */
async function freeKey(db: Db, { zh, en }: Bilingual): Promise<string> {
  const slug = (en || zh)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    // Upper case first: ß is written ss.
    .toUpperCase()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 30)
    .replace(/-+$/, '');
  if (slug.length < 3) return madeUpKey();
  const taken = await db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, slug));
  return taken.length === 0 ? slug : `${slug}-${randomBytes(3).toString('hex')}`;
}

const words = (text: { zh?: string; en?: string } | undefined, before: Bilingual): Bilingual => ({
  zh: text?.zh ?? before.zh,
  en: text?.en ?? before.en,
});
/** In vocabulary order, without duplicates. */
const chosen = <T extends string>(all: readonly T[], picked: readonly string[]): T[] =>
  all.filter((one) => picked.includes(one));

/** The app being written; a new one has no id yet. */
interface Owned {
  id: number | null;
  developerId: number;
}

async function merge(
  context: Context,
  { id: appId, developerId }: Owned,
  before: AppContent,
  form: Form,
): Promise<AppContent> {
  const errors: FieldErrors = {};
  const details = words(form.details, before.details);
  const filesUrl = `${context.config.filesUrl}/uploads`;
  const content: AppContent = {
    name: words(form.name, before.name),
    intro: words(form.intro, before.intro),
    description: words(form.description, before.description),
    details: form.details
      ? { zh: sanitiseRichText(details.zh, filesUrl), en: sanitiseRichText(details.en, filesUrl) }
      : details,
    category: form.category === undefined ? before.category : (form.category as AppCategory | null),
    os: form.os ? chosen(OPERATING_SYSTEMS, form.os) : before.os,
    arch: form.arch ? chosen(ARCHITECTURES, form.arch) : before.arch,
    logo: form.logo === undefined ? before.logo : await logoFile(context.db, appId, form.logo, errors),
    screenshots: form.screenshots
      ? await screenshots(context.db, appId, form.screenshots, errors)
      : before.screenshots,
    keywords: form.keywords ? [...new Set(form.keywords.map((word) => word.toLowerCase()))] : before.keywords,
    licence: form.licence ?? before.licence,
    homepage: form.homepage === undefined ? before.homepage : form.homepage || null,
    requirements: mergeRequirements(form.requirements, before.requirements),
    relations: form.relations
      ? await relations(context.db, { id: appId, developerId }, form.relations, errors)
      : before.relations,
  };
  if (Object.keys(errors).length > 0) throw apiError('VALIDATION_FAILED', { fields: errors });
  return content;
}

function mergeRequirements(form: Form['requirements'], before: Requirements): Requirements {
  if (!form) return before;
  return {
    os: words(form.os, before.os),
    gpu: words(form.gpu, before.gpu),
    hard_disk: words(form.hard_disk, before.hard_disk),
    mem: words(form.mem, before.mem),
    cpu: words(form.cpu, before.cpu),
    network_card: words(form.network_card, before.network_card),
  };
}

/** The uploaded pictures of this app with these ids. */
async function pictures(db: Db, appId: number | null, kind: 'logo' | 'screenshot', ids: readonly number[]) {
  if (appId === null || ids.length === 0) return new Map<number, typeof appPictures.$inferSelect>();
  const rows = await db
    .select()
    .from(appPictures)
    .where(and(eq(appPictures.appId, appId), eq(appPictures.kind, kind), inArray(appPictures.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}

async function logoFile(
  db: Db,
  appId: number | null,
  id: number | null,
  errors: FieldErrors,
): Promise<string | null> {
  if (id === null) return null;
  const logo = (await pictures(db, appId, 'logo', [id])).get(id);
  if (!logo) errors['logo'] = 'logo_unknown';
  return logo?.stem.zh ?? null;
}

async function screenshots(
  db: Db,
  appId: number | null,
  wanted: NonNullable<Form['screenshots']>,
  errors: FieldErrors,
): Promise<AppContent['screenshots']> {
  const ids = wanted.map(({ id }) => id);
  const known = await pictures(db, appId, 'screenshot', ids);
  return wanted.flatMap(({ id, alt }, index) => {
    const picture = known.get(id);
    if (!picture || ids.indexOf(id) !== index) {
      errors[`screenshots[${index}]`] = 'screenshot_unknown';
      return [];
    }
    const { stem, width, height } = picture;
    return [{ id, stem, width, height, alt: { zh: alt?.zh ?? '', en: alt?.en ?? '' } }];
  });
}

async function relations(
  db: Db,
  { id: appId, developerId }: Owned,
  wanted: NonNullable<Form['relations']>,
  errors: FieldErrors,
): Promise<ContentRelation[]> {
  const known = await idsByKey(
    db,
    wanted.flatMap(({ app_key: key }) => key ?? []),
    developerId,
  );
  return wanted.map((relation, index) => {
    const key = relation.app_key || null;
    const target = key === null ? undefined : known.get(key);
    if (key !== null && (target === undefined || target === appId))
      errors[`relations[${index}].app_key`] = target === undefined ? 'relation_unknown' : 'relation_invalid';
    return {
      kind: relation.kind as ContentRelation['kind'],
      appKey: key,
      package: key === null ? relation.package : null,
      constraint: relation.constraint,
      note: { zh: relation.note?.zh ?? '', en: relation.note?.en ?? '' },
    };
  });
}
