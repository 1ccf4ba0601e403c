import type { BadgeTone } from '@yunduo/ui';
import type { AppNextStep, AppState } from '@yunduo/validation';
import { PATHS } from '../paths.ts';

/** Badge tones of an app's state. */
export const STATE_TONES: Record<AppState, BadgeTone> = {
  draft: 'neutral',
  in_review: 'brand',
  changes_requested: 'warn',
  withdrawn: 'neutral',
  rejected: 'bad',
  approved: 'good',
  published: 'good',
  changed: 'brand',
  unpublished: 'neutral',
  taken_down: 'bad',
};

/** Steps that the developer has to take: their button is the row's primary one. */
export const IS_DUE: ReadonlySet<AppNextStep> = new Set([
  'complete',
  'submit',
  'answer',
  'release',
  'submit_listing',
]);

/** Place of each step: the page of the app and the anchor on it. */
const PLACES: Record<AppNextStep, readonly ['edit' | 'versions', string]> = {
  complete: ['edit', ''],
  submit: ['versions', '#coming'],
  wait: ['versions', '#coming'],
  answer: ['edit', ''],
  appeal: ['versions', '#coming'],
  release: ['versions', '#coming'],
  submit_listing: ['versions', '#listing'],
  new_version: ['versions', '#new'],
  relist: ['versions', '#records'],
  none: ['versions', '#records'],
};

/** Address of the next step. On the step's own page: the anchor, or null if it concerns the whole page. */
export function wayTo(step: AppNextStep, id: number, here?: 'edit' | 'versions' | 'preview'): string | null {
  const [page, place] = PLACES[step];
  // Suggestions are shown at their fields, and again with their version.
  if (step === 'answer' && here === 'edit') return `${PATHS.versions}?id=${id}#version-suggestions`;
  if (page === here) return place || null;
  return `${page === 'edit' ? PATHS.listing : PATHS.versions}?id=${id}${place}`;
}
