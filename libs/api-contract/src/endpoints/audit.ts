import { endpoint } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/audit.ts';

export const adminAudit = {
  list: endpoint<ShapeOf<typeof schemas.auditList>>('GET', '/admin_audit/list', 'operator'),
};
