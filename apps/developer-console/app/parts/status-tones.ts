import type { BadgeTone } from '@yunduo/ui';
import type { AppStatus } from '@yunduo/validation';

/** The state of an app, as a badge shows it. */
export const STATUS_TONES: Record<AppStatus, BadgeTone> = {
  pending_release: 'warn',
  published: 'good',
  unpublished: 'neutral',
};
