import type { DevAppDetail, DevAppItem, DevCheck } from '@yunduo/api-contract';
import { VERSION_FIELDS } from '../../app-pages/checklist.tsx';

/** From sign-in to a version in review. */
export const STEPS = ['join', 'create', 'listing', 'version', 'submit'] as const;
export type Step = (typeof STEPS)[number];

/** The only app of a developer without any submission: they get the introduction. */
export function firstApp(list: { list: readonly DevAppItem[]; total: number }): DevAppItem | null {
  const [app] = list.list;
  if (!app || list.total !== 1 || app.status !== 'pending_release') return null;
  return app.review_status === null || app.review_status === 'draft' ? app : null;
}

/** The steps that the server's checks count as done, the current one, and what it still lacks. */
export function firstSteps(
  detail: Pick<DevAppDetail, 'checks' | 'open_version_id' | 'ready'> | null | undefined,
) {
  const done = new Set<Step>(['join']);
  if (!detail) return { done, current: 'create' as Step, checks: [] as DevCheck[] };
  const ofVersion = detail.checks.filter(({ field }) => VERSION_FIELDS.has(field));
  const ofListing = detail.checks.filter(({ field }) => !VERSION_FIELDS.has(field));
  const inOrder = (checks: readonly DevCheck[]): boolean => checks.every(({ ok }) => ok);
  done.add('create');
  if (inOrder(ofListing)) done.add('listing');
  if (detail.open_version_id !== null && inOrder(ofVersion)) done.add('version');
  const current = STEPS.find((step) => !done.has(step)) ?? 'submit';
  return {
    done,
    current,
    checks: current === 'listing' ? ofListing : current === 'version' ? ofVersion : [],
  };
}
