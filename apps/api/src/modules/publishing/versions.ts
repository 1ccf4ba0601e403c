import type { InputOf, devApp } from '@yunduo/api-contract';
import { GIT_COMMIT_PATTERN, type ChangeKind } from '@yunduo/validation';
import { developerVersionCreateSchema, developerVersionDraftSchema } from '@yunduo/validation/schemas';
import { and, desc, eq, inArray, ne, not, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import type { VersionFacts } from '../../db/schema/review.ts';
import { appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import type { SessionUser } from '../../http/route.ts';
import { versionKey } from '../store/version-key.ts';
import { ownApp } from './own.ts';
import type { AppRow, VersionRow } from './step.ts';

type Input = InputOf<typeof devApp.versionSave>;

/** States in which a version can be edited: before submission, and after it was returned or withdrawn. */
export const EDITABLE: readonly VersionRow['reviewStatus'][] = ['draft', 'changes_requested', 'withdrawn'];
/** States of versions that were in the store: a new version must be higher than all of them. */
const RELEASED = ['released', 'superseded', 'yanked'] as const;

/**
 * Creates a version of an app, or edits one in preparation; omitted fields are unchanged. Runs in the caller's
 * transaction with the app locked.
 * @throws ApiError VALIDATION_FAILED, EDIT_CONFLICT, VERSION_OPEN, VERSION_FIXED, VERSION_TAKEN, VERSION_NOT_HIGHER,
 * APP_NOT_FOUND, VERSION_NOT_FOUND
 */
export async function saveVersion(context: Context, user: SessionUser, input: Input): Promise<VersionRow> {
  const { app_id: appId, id, revision, ...fields } = input;
  const schema = id === undefined ? developerVersionCreateSchema : developerVersionDraftSchema;
  const form = await checkForm(schema, fields);
  const { db, clock } = context;
  const app = await ownApp(db, user, appId, { lock: true });
  const before = id === undefined ? null : await editable(db, app, id, revision);
  const facts = merge(form, before, app);
  await rejectNumber(db, app.id, facts.version, before?.id ?? null);
  const columns = { ...facts, versionKey: versionKey(facts.version) };
  if (!before) await setAsideListings(db, app.id, ['changes_requested', 'withdrawn']);
  try {
    const [row] = before
      ? await db
          .update(appVersions)
          .set({ ...columns, revision: before.revision + 1 })
          .where(eq(appVersions.id, before.id))
          .returning()
      : await db
          .insert(appVersions)
          .values({ ...columns, appId, reviewStatus: 'draft', createdAt: clock.now() })
          .returning();
    if (!row) throw apiError('VERSION_NOT_FOUND');
    return row;
  } catch (error) {
    const index = brokenUniqueIndex(error);
    if (index === 'app_versions_one_open') throw apiError('VERSION_OPEN');
    if (index === 'app_versions_of_app') throw numberTaken();
    throw error;
  }
}

async function editable(db: Db, app: AppRow, id: number, revision: number | undefined): Promise<VersionRow> {
  const [version] = await db
    .select()
    .from(appVersions)
    .where(and(eq(appVersions.id, id), eq(appVersions.appId, app.id)))
    .for('update');
  if (!version) throw apiError('VERSION_NOT_FOUND');
  // A listing uses the facts of the current version.
  if (!EDITABLE.includes(version.reviewStatus) || version.listing) throw apiError('VERSION_FIXED');
  if (revision === undefined) throw apiError('VALIDATION_FAILED', { fields: { revision: 'field_invalid' } });
  if (revision !== version.revision) throw apiError('EDIT_CONFLICT', { revision: version.revision });
  return version;
}

type Form = Awaited<ReturnType<typeof checkForm<typeof developerVersionDraftSchema.__outputType>>>;

function merge(form: Form, before: VersionRow | null, app: AppRow): VersionFacts {
  const description = before?.description ?? { zh: '', en: '' };
  return {
    version: form.version || (before?.version ?? ''),
    ...sourceOf(form, before),
    packageSha256: pinned(form.package_sha256, before?.packageSha256, {
      moved: Boolean(before?.size) && form.size !== undefined && form.size !== before?.size,
    }),
    // The repository rarely changes: a new version defaults to the previous one's.
    repoUrl: form.repo_url === undefined ? (before ? before.repoUrl : app.repoUrl) : form.repo_url || null,
    size: form.size ?? before?.size ?? 0,
    description: {
      zh: form.description?.zh ?? description.zh,
      en: form.description?.en ?? description.en,
    },
    changes:
      form.changes?.map(({ kind, text }) => ({
        kind: kind as ChangeKind,
        text: { zh: text?.zh ?? '', en: text?.en ?? '' },
      })) ??
      before?.changes ??
      [],
  };
}

/** Git version and commit; a full commit hash given as the version is also the commit. */
function sourceOf(form: Form, before: VersionRow | null): Pick<VersionFacts, 'gitVersion' | 'gitCommit'> {
  const gitVersion = form.git_version ?? before?.gitVersion ?? '';
  const moved = Boolean(before?.gitVersion) && gitVersion !== before?.gitVersion;
  const gitCommit = pinned(form.git_commit, before?.gitCommit, { moved });
  const named = gitVersion.toLowerCase();
  return { gitVersion, gitCommit: gitCommit ?? (GIT_COMMIT_PATTERN.test(named) ? named : null) };
}

/**
 * Keeps a pin (commit, checksum) only while its field is unchanged: after a change without a new pin it is cleared, and
 * must be given again before submission.
 */
const pinned = (
  given: string | undefined,
  before: string | null | undefined,
  { moved }: { moved: boolean },
): string | null => (given === undefined && !moved ? (before ?? null) : given || null);

const numberTaken = () => apiError('VERSION_TAKEN', { fields: { version: 'version_taken' } });

/** A version number is used once, and must be higher than every released one. */
async function rejectNumber(db: Db, appId: number, version: string, exceptId: number | null): Promise<void> {
  const own = exceptId === null ? undefined : ne(appVersions.id, exceptId);
  const [same] = await db
    .select({ id: appVersions.id })
    .from(appVersions)
    .where(and(eq(appVersions.appId, appId), eq(appVersions.versionKey, versionKey(version)), own));
  if (same) throw numberTaken();
  const highest = await highestReleased(db, appId);
  if (highest && highest.versionKey >= versionKey(version))
    throw apiError('VERSION_NOT_HIGHER', {
      fields: { version: 'version_not_higher' },
      words: { version: highest.version },
    });
}

/** Supersedes listings in these states when another submission replaces them. */
async function setAsideListings(db: Db, appId: number, states: VersionRow['reviewStatus'][]): Promise<void> {
  await db
    .update(appVersions)
    .set({ reviewStatus: 'superseded' })
    .where(and(eq(appVersions.appId, appId), appVersions.listing, inArray(appVersions.reviewStatus, states)));
}

/**
 * Creates a submission of the listing alone: a row with the facts of the current version. Runs in the caller's
 * transaction with the app locked.
 * @throws ApiError VERSION_OPEN
 */
export async function beginListing({ db, clock }: Context, live: VersionRow): Promise<VersionRow> {
  await setAsideListings(db, live.appId, ['approved', 'rejected']);
  const [lowest] = await db
    .select({ key: sql<number>`least(min(${appVersions.versionKey}), 0)`.mapWith(Number) })
    .from(appVersions)
    .where(eq(appVersions.appId, live.appId));
  try {
    const [row] = await db
      .insert(appVersions)
      .values({
        ...factsOf(live),
        appId: live.appId,
        listing: true,
        versionKey: (lowest?.key ?? 0) - 1,
        reviewStatus: 'draft',
        createdAt: clock.now(),
      })
      .returning();
    if (!row) throw new Error('no listing was begun');
    return row;
  } catch (error) {
    if (brokenUniqueIndex(error) === 'app_versions_one_open') throw apiError('VERSION_OPEN');
    throw error;
  }
}

/** The highest version ever released. */
export async function highestReleased(db: Db, appId: number): Promise<VersionRow | null> {
  const [row] = await db
    .select()
    .from(appVersions)
    .where(
      and(
        eq(appVersions.appId, appId),
        not(appVersions.listing),
        inArray(appVersions.reviewStatus, [...RELEASED]),
      ),
    )
    .orderBy(desc(appVersions.versionKey))
    .limit(1);
  return row ?? null;
}

/** The developer's data about a version. */
export const factsOf = (row: VersionRow): VersionFacts => ({
  version: row.version,
  gitVersion: row.gitVersion,
  gitCommit: row.gitCommit,
  packageSha256: row.packageSha256,
  repoUrl: row.repoUrl,
  size: row.size,
  description: row.description,
  changes: row.changes,
});
