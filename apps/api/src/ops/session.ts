import type { Role } from '@yunduo/validation';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { withTransaction } from '../context.ts';
import { userRoles, users } from '../db/schema/index.ts';
import type { Actor } from '../modules/audit/audit.ts';
import { OpsError, type OpsSession } from './command.ts';
import { environmentOf, NAME_WHO_DECIDES, type Who } from './program.ts';

/**
 * A session over a running app: one built for the command, or the server's own.
 * @throws OpsError when `--as` names an account without the role, or is missing for a decision
 */
export async function sessionOver(app: FastifyInstance, who: Who): Promise<OpsSession> {
  const { io, locale, as, role, decides } = who;
  if (as === null && decides !== undefined && (decides === 'always' || (await hasAdmin(app))))
    throw new OpsError(NAME_WHO_DECIDES);
  return {
    context: withTransaction(app, app.db),
    app,
    actor: as === null ? { userId: null, name: io.user, via: 'command' } : await accountWith(app, as, role),
    locale,
    ...environmentOf(io),
  };
}

/** Whether an admin can sign in: until then, the system user appoints the first. */
async function hasAdmin(app: FastifyInstance): Promise<boolean> {
  const [admin] = await app.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(userRoles.role, 'admin'), isNull(users.disabledAt)))
    .limit(1);
  return admin !== undefined;
}

async function accountWith(app: FastifyInstance, email: string, role: string): Promise<Actor> {
  const enough = [role, 'admin'] as Exclude<Role, 'user'>[];
  const [account] = await app.db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(users.email, email), isNull(users.disabledAt), inArray(userRoles.role, enough)));
  if (!account) throw new OpsError(`${email} is not an account with the role ${role}`);
  return { userId: account.id, name: email, via: 'command' };
}
