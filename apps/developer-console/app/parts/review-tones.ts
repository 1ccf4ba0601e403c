import type { BadgeTone } from '@yunduo/ui';
import type { ReviewStatus } from '@yunduo/validation';

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
