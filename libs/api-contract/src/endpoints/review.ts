import { endpoint, idempotent } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/review.ts';

export const adminReview = {
  queue: endpoint<ShapeOf<typeof schemas.queue>>('GET', '/admin_review/queue', 'reviewer'),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/admin_review/detail', 'reviewer'),
  claim: endpoint<ShapeOf<typeof schemas.claim>>('POST', '/admin_review/claim', 'reviewer'),
  suggest: idempotent(endpoint<ShapeOf<typeof schemas.suggest>>('POST', '/admin_review/suggest', 'reviewer')),
  decide: idempotent(endpoint<ShapeOf<typeof schemas.decide>>('POST', '/admin_review/decide', 'reviewer')),
  checklist: endpoint<ShapeOf<typeof schemas.checklist>>('GET', '/admin_review/checklist', 'reviewer'),
};

export const adminCalendar = {
  save: endpoint<ShapeOf<typeof schemas.calendarSave>>('POST', '/admin_calendar/save', 'operator'),
};
