import type { FieldMessage } from '@yunduo/validation/schemas';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { VersionFacts } from '../../db/schema/review.ts';
import { appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { checksOf } from './checks.ts';
import { openVersionOf } from './pending-version.ts';
import { shownContent, draftChanges } from './detail.ts';
import { currentOf } from './effects.ts';
import { asDeveloper, draftOf, ownApp, ownVersion } from './own.ts';
import type { VersionRow } from './step.ts';
import { isAllowed, transition } from './transitions.ts';
import { beginListing, factsOf } from './versions.ts';

export interface Submission {
  versionId: number;
  /** The revision that the developer saw; a different one is an edit conflict. */
  revision?: number;
  versionRevision?: number;
}

/**
 * Submits the saved draft and a version, and freezes both. Runs in the caller's transaction.
 * @throws ApiError SUBMIT_INCOMPLETE with the missing fields, EDIT_CONFLICT, STATE_CHANGED, VERSION_OPEN,
 * VERSION_NOT_FOUND
 */
export async function submitVersion(
  context: Context,
  user: SessionUser,
  { versionId, revision, versionRevision }: Submission,
): Promise<VersionRow> {
  const { db } = context;
  const found = await ownVersion(db, user, versionId);
  const app = await ownApp(db, user, found.app.id, { lock: true });
  // Read again under the lock: a concurrent step may have changed it.
  const [version] = await db.select().from(appVersions).where(eq(appVersions.id, versionId));
  if (!version) throw apiError('VERSION_NOT_FOUND');
  if (!isAllowed('submit', 'developer', { reviewStatus: version.reviewStatus, appStatus: app.status }))
    throw apiError('STATE_CHANGED');
  if (revision !== undefined && revision !== app.revision)
    throw apiError('EDIT_CONFLICT', { revision: app.revision });
  if (versionRevision !== undefined && versionRevision !== version.revision)
    throw apiError('EDIT_CONFLICT', { revision: version.revision });
  const content = await draftOf(db, app.id);
  const checks = await checksOf(db, app.id, content, version);
  const errors = checks.flatMap((check) => check.faults);
  if (errors.length > 0) {
    const fields: Record<string, FieldMessage> = {};
    for (const { path, message } of errors) fields[path] ??= message;
    throw apiError('SUBMIT_INCOMPLETE', { fields });
  }
  const live = version.listing ? await currentOf(context, app.currentVersionId) : null;
  if (version.listing && (!live || app.status !== 'published')) throw apiError('STATE_CHANGED');
  return transition(context, {
    version: versionId,
    action: 'submit',
    actor: asDeveloper(user),
    details: { submission: { content, facts: live ? factsOf(live) : withChanges(factsOf(version)) } },
  });
}

/**
 * Submits the saved draft of a published app without a new version: once approved and released, the current version
 * gets the new listing. Runs in the caller's transaction.
 * @throws ApiError VALIDATION_FAILED when the store already shows the same, APP_NOT_FOUND, and as `submitVersion`
 */
export async function submitListing(
  context: Context,
  user: SessionUser,
  { appId, revision }: { appId: number; revision?: number },
): Promise<VersionRow> {
  const { db } = context;
  const app = await ownApp(db, user, appId, { lock: true });
  const live = await currentOf(context, app.currentVersionId);
  if (app.status !== 'published' || !live) throw apiError('STATE_CHANGED');
  const shown = await shownContent(db, live);
  if (shown && draftChanges(shown, await draftOf(db, appId)).length === 0)
    throw apiError('VALIDATION_FAILED', { fields: { listing_of: 'listing_unchanged' } });
  const open = await openVersionOf(db, appId);
  if (open && !open.listing) throw apiError('VERSION_OPEN');
  const { id } = open ?? (await beginListing(context, live));
  return submitVersion(context, user, { versionId: id, ...(revision !== undefined && { revision }) });
}

/** The store's changelog is built from changes; without any, they are derived from the description. */
function withChanges(facts: VersionFacts): VersionFacts {
  if (facts.changes.length > 0) return facts;
  return { ...facts, changes: [{ kind: 'feature', text: facts.description }] };
}
