import type { Context } from '../../context.ts';
import { localizedInBoth } from '../text/localized.ts';
import { emitEvent } from '../webhook/outbox.ts';
import type { Step } from './step.ts';

/** Event name of each decision. */
const DECIDED = { approve: 'approved', request_changes: 'changes_requested', reject: 'rejected' } as const;
const isDecision = (action: Step['action']): action is keyof typeof DECIDED => action in DECIDED;

/** Enqueues webhook events for a decision or release, in the transaction of the step. */
export async function tellWebhooks(context: Context, { action, app, row, details }: Step): Promise<void> {
  if (app.developerId === null) return;
  const owner = { userId: app.developerId, appId: app.id };
  const about = {
    app: { id: app.id, app_key: app.appKey, name: localizedInBoth(app.name) },
    version: {
      id: row.id,
      version: row.listing ? null : row.version,
      git_version: row.listing ? null : row.gitVersion,
      git_commit: row.listing ? null : row.gitCommit,
      package_sha256: row.listing ? null : row.packageSha256,
    },
  };
  if (isDecision(action)) {
    const reason = action === 'reject' ? (details.reason ?? 'other') : null;
    const data = { ...about, decision: DECIDED[action], reason, text: details.text ?? '' };
    await emitEvent(context, owner, 'review.decided', data);
  }
  if (action === 'release')
    await emitEvent(context, owner, row.listing ? 'listing.released' : 'version.released', about);
}
