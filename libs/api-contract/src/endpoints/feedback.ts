import { endpoint, idempotent } from '../endpoint.ts';
import type * as schemas from '../schemas/feedback.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const feedback = {
  upload: endpoint<ShapeOf<typeof schemas.upload> & { body: FormData }>(
    'POST',
    '/feedback/upload',
    'member',
    'form',
  ),
  /** The owner removes an upload before the ticket is sent. */
  discard: endpoint<ShapeOf<typeof schemas.discard>>('POST', '/feedback/discard', 'owner'),
  submit: idempotent(endpoint<ShapeOf<typeof schemas.submit>>('POST', '/feedback/submit', 'member')),
  my: endpoint<ShapeOf<typeof schemas.my>>('GET', '/feedback/my', 'member'),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/feedback/detail', 'member'),
  file: endpoint<ShapeOf<typeof schemas.file>>('GET', '/feedback/file', 'public', 'raw'),
};

export const adminFeedback = {
  list: endpoint<ShapeOf<typeof schemas.adminList>>('GET', '/admin_feedback/list', 'operator'),
  assignees: endpoint<ShapeOf<typeof schemas.assignees>>('GET', '/admin_feedback/assignees', 'operator'),
  assign: idempotent(endpoint<ShapeOf<typeof schemas.assign>>('POST', '/admin_feedback/assign', 'operator')),
  answer: idempotent(endpoint<ShapeOf<typeof schemas.answer>>('POST', '/admin_feedback/answer', 'operator')),
};
