import { endpoint, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/operator.ts';

export const adminUser = {
  role: withProof(endpoint<ShapeOf<typeof schemas.userRole>>('POST', '/admin_user/role', 'operator')),
};

export const adminAudit = {
  list: endpoint<ShapeOf<typeof schemas.auditList>>('GET', '/admin_audit/list', 'operator'),
};
