import { adminAudit, adminDesk, adminUser } from '@yunduo/api-contract';
import { accountAdminSchemas, auditSchemas, deskSchemas } from '@yunduo/api-contract/schemas';
import { accountReasonSchema, requiredReasonSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { mapPage } from '../../db/query.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { actorOf } from '../audit/audit.ts';
import { listAudit } from '../audit/list.ts';
import { removeAtOnce } from '../files/discard.ts';
import {
  accountWithSessions,
  deleteAccount,
  endSessionsOf,
  listAccounts,
  removeFactorOf,
  setDisabled,
  setRole,
  type GrantedRole,
} from './accounts.ts';
import { presentAccount, presentSession } from './present.ts';
import { countWaiting } from './today.ts';

/** Operators' calls: accounts, the audit log, and the list of open tasks. */
export async function deskModule(app: FastifyInstance): Promise<void> {
  route(app, adminDesk.today, deskSchemas.deskToday, () => countWaiting(app));

  route(app, adminUser.list, accountAdminSchemas.userList, async (input) =>
    mapPage(await listAccounts(app.db, input), presentAccount),
  );

  route(app, adminUser.detail, accountAdminSchemas.userDetail, async ({ id }, request) => {
    const { account, sessions, secondFactor, blockers } = await accountWithSessions(app, id);
    return {
      account: presentAccount(account),
      own: signedIn(request).id === id,
      second_factor: secondFactor,
      deletion_blockers: blockers,
      sessions: sessions.map(presentSession),
    };
  });

  route(
    app,
    adminUser.disable,
    accountAdminSchemas.userDisable,
    async ({ email, disabled, ...form }, request) => {
      const { reason } = await checkForm(accountReasonSchema, form);
      return presentAccount(await setDisabled(app, actorOf(signedIn(request)), { email, disabled, reason }));
    },
  );

  route(
    app,
    adminUser.endSessions,
    accountAdminSchemas.userEndSessions,
    async ({ email, session, ...form }, request) => {
      const { reason } = await checkForm(accountReasonSchema, form);
      const which = { email, reason, ...(session !== undefined && { session }) };
      return { ended: await endSessionsOf(app, actorOf(signedIn(request)), which) };
    },
  );

  route(
    app,
    adminUser.removeFactor,
    accountAdminSchemas.userRemoveFactor,
    async ({ email, ...form }, request) => {
      const { reason } = await checkForm(requiredReasonSchema, form);
      return { ended: await removeFactorOf(app, actorOf(signedIn(request)), { email, reason }) };
    },
  );

  route(
    app,
    adminUser.delete,
    accountAdminSchemas.userDelete,
    async ({ email, ...form }, request) => {
      const { reason } = await checkForm(requiredReasonSchema, form);
      let files: string[] = [];
      const remove = async (context: Context) => {
        files = await deleteAccount(context, actorOf(signedIn(request)), { email, reason });
        return null;
      };
      await withIdempotency(app, request, adminUser.delete, remove, {
        transaction: (work) => app.database.upkeep((alone) => alone.transaction(work)),
      });
      await removeAtOnce(app, files);
      return null;
    },
    { timeout: 30_000 },
  );

  route(app, adminUser.role, accountAdminSchemas.userRole, async (input, request) => {
    const change = { ...input, role: input.role as GrantedRole };
    return presentAccount(await setRole(app, actorOf(signedIn(request)), change));
  });

  route(app, adminAudit.list, auditSchemas.auditList, (input) => listAudit(app.db, input));
}
