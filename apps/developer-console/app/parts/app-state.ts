import type { BadgeTone } from '@yunduo/ui';
import type { AppNextStep, AppState } from '@yunduo/validation';
import { PATHS } from '../paths.ts';

/** How an app stands, as a badge shows it. */
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

/** Steps that wait for the developer: their button is the row's first thing to see. */
export const IS_DUE: ReadonlySet<AppNextStep> = new Set([
  'complete',
  'submit',
  'answer',
  'release',
  'submit_listing',
]);

/** Where each step is markSaved, by the page of the app and the place on it. */
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

/** The address of the next step; where one stands on its page, the place on it, and null when that is the whole page. */
export function wayTo(step: AppNextStep, id: number, here?: 'edit' | 'versions' | 'preview'): string | null {
  const [page, place] = PLACES[step];
  // What is asked for stands at the fields, and once more with the version that it is about.
  if (step === 'answer' && here === 'edit') return `${PATHS.versions}?id=${id}#version-suggestions`;
  if (page === here) return place || null;
  return `${page === 'edit' ? PATHS.listing : PATHS.versions}?id=${id}${place}`;
}
