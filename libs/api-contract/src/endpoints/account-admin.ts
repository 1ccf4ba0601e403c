import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/account-admin.ts';

export const adminUser = {
  list: endpoint<ShapeOf<typeof schemas.userList>>('GET', '/admin_user/list', 'operator'),
  detail: endpoint<ShapeOf<typeof schemas.userDetail>>('GET', '/admin_user/detail', 'operator'),
  disable: withProof(
    endpoint<ShapeOf<typeof schemas.userDisable>>('POST', '/admin_user/disable', 'operator'),
  ),
  endSessions: withProof(
    endpoint<ShapeOf<typeof schemas.userEndSessions>>('POST', '/admin_user/end_sessions', 'operator'),
  ),
  removeFactor: withProof(
    endpoint<ShapeOf<typeof schemas.userRemoveFactor>>('POST', '/admin_user/remove_factor', 'operator'),
  ),
  delete: withProof(
    idempotent(endpoint<ShapeOf<typeof schemas.userDelete>>('POST', '/admin_user/delete', 'operator')),
  ),
  role: withProof(endpoint<ShapeOf<typeof schemas.userRole>>('POST', '/admin_user/role', 'operator')),
};
