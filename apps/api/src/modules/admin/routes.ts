import { adminAudit, adminUser } from '@yunduo/api-contract';
import { operatorSchemas as schemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { route, signedIn } from '../../http/route.ts';
import { actorOf } from '../audit/audit.ts';
import { listAudit } from '../audit/list.ts';
import { setRole, type GrantedRole } from './accounts.ts';
import { presentAccount } from './present.ts';

/** What operators do with accounts, and what all of them did. */
export async function adminModule(app: FastifyInstance): Promise<void> {
  route(app, adminUser.role, schemas.userRole, async (input, request) => {
    const change = { ...input, role: input.role as GrantedRole };
    return presentAccount(await setRole(app, actorOf(signedIn(request)), change));
  });

  route(app, adminAudit.list, schemas.auditList, (input) => listAudit(app.db, input));
}
