import { and, desc, eq, not } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { listEvents } from './events.ts';
import type { AppRow, VersionRow } from './step.ts';
import { transition } from './transitions.ts';

/** Operator actions on a released app; `transition` writes state, timeline, audit row and mail. */
export interface OperatorStep {
  appKey: string;
  action: 'yank' | 'unpublish' | 'relist';
  /** For a yank; other actions apply to the version that the store shows or last showed. */
  version?: string;
  reason: string;
  /** Of a yank, by language; `reason` has both. */
  reasons?: Bilingual;
}

/**
 * @returns the app after the step
 * @throws ApiError APP_NOT_FOUND, VERSION_NOT_FOUND, STATE_CHANGED, CONFLICT_OF_INTEREST
 */
export async function operateApp(context: Context, actor: Actor, step: OperatorStep): Promise<OperatedApp> {
  await context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const app = await appByKey(tx, step.appKey);
    rejectConflictOfInterest(actor, app.developerId);
    const version =
      step.version === undefined ? app.currentVersionId : await versionId(tx, app, step.version);
    // No version was ever released, or all were yanked.
    if (version === null) throw apiError('STATE_CHANGED');
    await transition(inside, {
      version,
      action: step.action,
      actor: { ...actor, role: 'operator' },
      details: { text: step.reason, ...(step.reasons && { reasons: step.reasons }) },
    });
  });
  return operatedApp(context.db, step.appKey);
}

async function appByKey(db: Db, appKey: string): Promise<AppRow> {
  const [app] = await db.select().from(apps).where(eq(apps.appKey, appKey));
  if (!app) throw apiError('APP_NOT_FOUND');
  return app;
}

async function versionId(db: Db, app: AppRow, version: string): Promise<number> {
  const [row] = await db
    .select({ id: appVersions.id })
    .from(appVersions)
    .where(and(eq(appVersions.appId, app.id), eq(appVersions.version, version), not(appVersions.listing)));
  if (!row) throw apiError('VERSION_NOT_FOUND');
  return row.id;
}

export interface OperatedApp {
  app: AppRow;
  versions: VersionRow[];
  events: Awaited<ReturnType<typeof listEvents>>['list'];
}

/**
 * An app with its versions and latest timeline events.
 * @throws ApiError APP_NOT_FOUND
 */
export async function operatedApp(db: Db, appKey: string): Promise<OperatedApp> {
  const app = await appByKey(db, appKey);
  const versions = await db
    .select()
    .from(appVersions)
    .where(and(eq(appVersions.appId, app.id), not(appVersions.listing)))
    .orderBy(desc(appVersions.versionKey));
  const { list: events } = await listEvents(db, app.id, { page_size: 10 });
  return { app, versions, events };
}
