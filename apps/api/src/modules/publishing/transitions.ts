import type { AppStatus, ReviewStatus } from '@yunduo/validation';
import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { audit } from '../audit/audit.ts';
import { effects } from './effects.ts';
import { writeEvent } from './events.ts';
import { tellDeveloper } from './mails.ts';
import type { AppRow, Step, TransitionInput, TransitionRole, VersionAction, VersionRow } from './step.ts';
import { tellWebhooks } from './webhooks.ts';

/** One line of the table in the docs, "Developer apps": who may do what from which state, and the resulting state. */
export interface Transition {
  action: VersionAction;
  /** States of the version. */
  from: readonly ReviewStatus[];
  /** States of the app, where they matter. */
  app?: readonly AppStatus[];
  who: readonly TransitionRole[];
  to: ReviewStatus;
}

/**
 * The whole state machine (specification §4): any other step is refused. The review state belongs to the version, the
 * app has its three statuses; effects on the app are in `effects.ts`.
 */
export const TRANSITIONS: readonly Transition[] = [
  {
    action: 'submit',
    from: ['draft', 'changes_requested', 'withdrawn'],
    who: ['developer'],
    to: 'in_review',
  },
  { action: 'revoke', from: ['in_review'], who: ['developer'], to: 'withdrawn' },
  { action: 'request_changes', from: ['in_review'], who: ['reviewer'], to: 'changes_requested' },
  { action: 'reject', from: ['in_review'], who: ['reviewer'], to: 'rejected' },
  { action: 'appeal', from: ['rejected'], who: ['developer'], to: 'in_review' },
  { action: 'approve', from: ['in_review'], who: ['reviewer'], to: 'approved' },
  // A released version never returns to review: clients may already run it.
  { action: 'release', from: ['approved'], who: ['developer'], to: 'released' },
  { action: 'yank', from: ['released'], who: ['developer', 'operator'], to: 'yanked' },
  {
    action: 'unpublish',
    from: ['released'],
    app: ['published'],
    who: ['developer', 'operator'],
    to: 'released',
  },
  {
    action: 'relist',
    from: ['released'],
    app: ['unpublished'],
    who: ['developer', 'operator'],
    to: 'released',
  },
];

/** The states of app and version that the table uses. */
export interface Situation {
  reviewStatus: ReviewStatus;
  appStatus: AppStatus;
}

/** Whether the table allows the action. */
export function isAllowed(action: VersionAction, role: TransitionRole, situation: Situation): boolean {
  return TRANSITIONS.some(
    (line) =>
      line.action === action &&
      line.who.includes(role) &&
      line.from.includes(situation.reviewStatus) &&
      (line.app?.includes(situation.appStatus) ?? true),
  );
}

/** Actions available to this role on a version now, for the buttons of a page. */
export function actionsOf(role: TransitionRole, situation: Situation): VersionAction[] {
  return TRANSITIONS.filter(({ action }) => isAllowed(action, role, situation)).map(({ action }) => action);
}

/**
 * Performs one step of a version and all its effects: the store's content, the timeline event, the audit row of a
 * reviewer or operator (callers write none), the mail to the developer and their webhooks. Runs in the caller's
 * transaction. The rows of app and version are locked: of two concurrent steps the first wins.
 * @returns the version after the step
 * @throws ApiError STATE_CHANGED when the table has no such step from here, FORBIDDEN for another role,
 * VERSION_NOT_FOUND also for another developer's, REVIEW_OWN_APP, VERSION_OPEN for an appeal beside another open
 * version, and the step's own errors (`effects.ts`)
 */
export async function transition(context: Context, input: TransitionInput): Promise<VersionRow> {
  const { db, clock } = context;
  const { action, actor } = input;
  const found = await lockApp(context, input.version);
  if (actor.role === 'developer' && found.app.developerId !== actor.userId)
    throw apiError('VERSION_NOT_FOUND');
  const lines = TRANSITIONS.filter((line) => line.action === action);
  if (!lines.some(({ who }) => who.includes(actor.role))) throw apiError('FORBIDDEN');
  if (actor.role === 'reviewer' && actor.userId !== null && found.app.developerId === actor.userId)
    throw apiError('REVIEW_OWN_APP');
  const situation = { reviewStatus: found.row.reviewStatus, appStatus: found.app.status };
  const line = lines.find(() => isAllowed(action, actor.role, situation));
  if (!line) throw apiError('STATE_CHANGED');

  const step: Step = { ...input, ...found, now: clock.now(), details: input.details ?? {} };
  const effect = effects[action];
  const columns = (await effect.before?.(context, step)) ?? {};
  const row = await move(context, step, line, columns);
  await effect.after?.(context, { ...step, row });

  const text = step.details.text ?? '';
  await writeEvent(context, { appId: step.app.id, versionId: row.id, action, actor, text });
  if (actor.role !== 'developer') {
    await audit(context, actor, {
      action: `dev_app.${action}`,
      target: `version:${row.id}`,
      details: {
        app: step.app.appKey,
        version: row.version,
        from: situation.reviewStatus,
        to: row.reviewStatus,
        ...(step.details.reason && { reason: step.details.reason }),
        ...(text && { text }),
      },
    });
  }
  await tellDeveloper(context, { ...step, row });
  await tellWebhooks(context, { ...step, row });
  const [after] = await db.select().from(appVersions).where(eq(appVersions.id, row.id));
  return after ?? row;
}

/** Lock order: the app, then the version. */
async function lockApp({ db }: Context, versionId: number): Promise<{ app: AppRow; row: VersionRow }> {
  const ofVersion = db
    .select({ id: appVersions.appId })
    .from(appVersions)
    .where(eq(appVersions.id, versionId));
  const [app] = await db.select().from(apps).where(inArray(apps.id, ofVersion)).for('update');
  const [row] = await db.select().from(appVersions).where(eq(appVersions.id, versionId)).for('update');
  if (!app || !row) throw apiError('VERSION_NOT_FOUND');
  return { app, row };
}

async function move(
  { db }: Context,
  { row }: Step,
  { to }: Transition,
  columns: Partial<VersionRow>,
): Promise<VersionRow> {
  // The clock runs only while a reviewer has the turn.
  const changes = { dueAt: null, ...columns, reviewStatus: to };
  try {
    await db.update(appVersions).set(changes).where(eq(appVersions.id, row.id));
    return { ...row, ...changes };
  } catch (error) {
    // An appeal while the next version is in preparation: only one may be open.
    if (brokenUniqueIndex(error)?.startsWith('app_versions_one_')) throw apiError('VERSION_OPEN');
    throw error;
  }
}
