import type { DataOf, InputOf, adminAudit } from '@yunduo/api-contract';
import { and, eq, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { descNullsLast, mapPage, paged, searchLine } from '../../db/query.ts';
import { auditLog } from '../../db/schema/index.ts';

/** Matches the word, or any value that starts with it and the separator. */
const ofKind = (column: PgColumn, word: string, mark: string): SQL | undefined =>
  or(eq(column, word), sql`starts_with(${column}, ${word + mark})`);

/** A page of the audit log, newest first. */
export async function listAudit(
  db: Db,
  input: InputOf<typeof adminAudit.list>,
): Promise<DataOf<typeof adminAudit.list>> {
  const { actor_id: actorId, action, from, to } = input;
  const [actor, target] = [searchLine(input.actor), searchLine(input.target)];
  const which = and(
    actor === '' ? undefined : eq(auditLog.actor, actor),
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    action === undefined ? undefined : ofKind(auditLog.action, action, '.'),
    target === '' ? undefined : ofKind(auditLog.target, target, ':'),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  );
  const rows = db
    .select()
    .from(auditLog)
    .where(which)
    .orderBy(descNullsLast(auditLog.at), descNullsLast(auditLog.id));
  const page = await paged(input, rows, db.$count(auditLog, which));
  return mapPage(page, ({ actorId: by, at, ...row }) => ({ ...row, at: at.toISOString(), actor_id: by }));
}
