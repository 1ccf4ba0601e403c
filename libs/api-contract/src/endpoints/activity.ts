import { endpoint, idempotent, personal } from '../endpoint.ts';
import type * as schemas from '../schemas/activity.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const activity = {
  current: endpoint<ShapeOf<typeof schemas.current>>('GET', '/activity/current', 'public'),
  /** With a session the response tells whether its user takes part. */
  detail: personal(endpoint<ShapeOf<typeof schemas.activityDetail>>('GET', '/activity/detail', 'public')),
  join: endpoint<ShapeOf<typeof schemas.join>>('POST', '/activity/join', 'member'),
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
