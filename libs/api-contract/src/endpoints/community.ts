import { endpoint, idempotent, personal } from '../endpoint.ts';
import type * as schemas from '../schemas/community.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const feedback = {
  upload: endpoint<ShapeOf<typeof schemas.upload> & { body: FormData }>(
    'POST',
    '/feedback/upload',
    'member',
    'form',
  ),
  /** An upload that its owner takes back before it is sent. */
  discard: endpoint<ShapeOf<typeof schemas.discard>>('POST', '/feedback/discard', 'owner'),
  submit: idempotent(endpoint<ShapeOf<typeof schemas.submit>>('POST', '/feedback/submit', 'member')),
  my: endpoint<ShapeOf<typeof schemas.my>>('GET', '/feedback/my', 'member'),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/feedback/detail', 'member'),
  file: endpoint<ShapeOf<typeof schemas.file>>('GET', '/feedback/file', 'public', 'raw'),
};

export const subscribe = {
  create: idempotent(
    endpoint<ShapeOf<typeof schemas.subscribeCreate>>('POST', '/subscribe/create', 'public'),
  ),
  confirm: endpoint<ShapeOf<typeof schemas.subscribeConfirm>>('POST', '/subscribe/confirm', 'public'),
  unsubscribe: endpoint<ShapeOf<typeof schemas.unsubscribe>>('POST', '/subscribe/unsubscribe', 'public'),
};

/** Leaving what a mail belongs to, by the address in its header. */
export const mail = {
  unsubscribe: endpoint<ShapeOf<typeof schemas.mailUnsubscribe>>(
    'POST',
    '/mail/unsubscribe/{token}',
    'public',
  ),
  unsubscribePage: endpoint<ShapeOf<typeof schemas.mailUnsubscribePage>>(
    'GET',
    '/mail/unsubscribe/{token}',
    'public',
    'raw',
  ),
};

export const activity = {
  current: endpoint<ShapeOf<typeof schemas.current>>('GET', '/activity/current', 'public'),
  /** With a session it tells whether its user takes part. */
  detail: personal(endpoint<ShapeOf<typeof schemas.activityDetail>>('GET', '/activity/detail', 'public')),
  join: endpoint<ShapeOf<typeof schemas.join>>('POST', '/activity/join', 'member'),
};

export const adminFeedback = {
  list: endpoint<ShapeOf<typeof schemas.adminList>>('GET', '/admin_feedback/list', 'operator'),
  answer: idempotent(endpoint<ShapeOf<typeof schemas.answer>>('POST', '/admin_feedback/answer', 'operator')),
};

export const adminActivity = {
  list: endpoint<ShapeOf<typeof schemas.adminActivities>>('GET', '/admin_activity/list', 'operator'),
  save: idempotent(
    endpoint<ShapeOf<typeof schemas.saveActivity>>('POST', '/admin_activity/save', 'operator'),
  ),
  withdraw: idempotent(
    endpoint<ShapeOf<typeof schemas.withdrawActivity>>('POST', '/admin_activity/withdraw', 'operator'),
  ),
};
