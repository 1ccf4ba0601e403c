import { endpoint } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/desk.ts';

/** The first page of the operators' desk. */
export const adminDesk = {
  today: endpoint<ShapeOf<typeof schemas.deskToday>>('GET', '/admin_desk/today', 'operator'),
};
