import type { BadgeTone } from '@yunduo/ui';
import type { AppStatus, ReviewStatus } from '@yunduo/validation';

/** Badge tones of an app's status in the store. */
export const STATUS_TONES: Record<AppStatus, BadgeTone> = {
  pending_release: 'warn',
  published: 'good',
  unpublished: 'neutral',
};

/** Badge tones of a version's review status. */
export const REVIEW_TONES: Record<ReviewStatus, BadgeTone> = {
  draft: 'neutral',
  in_review: 'brand',
  changes_requested: 'warn',
  withdrawn: 'neutral',
  rejected: 'bad',
  approved: 'good',
  released: 'good',
  superseded: 'neutral',
  yanked: 'bad',
};
