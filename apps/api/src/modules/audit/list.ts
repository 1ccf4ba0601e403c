import type { DataOf, InputOf, adminAudit } from '@yunduo/api-contract';
import { PAGE_SIZE } from '@yunduo/validation';
import { and, eq, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { falling } from '../../db/falling.ts';
import { auditLog } from '../../db/schema/index.ts';

/** The word itself, or everything that begins with it and the mark. */
const ofKind = (column: PgColumn, word: string, mark: string): SQL | undefined =>
  or(eq(column, word), sql`starts_with(${column}, ${word + mark})`);

/** A page of what was done, the newest first. */
export async function listAudit(
  db: Db,
  input: InputOf<typeof adminAudit.list>,
): Promise<DataOf<typeof adminAudit.list>> {
  const page = input.page ?? 1;
  const pageSize = input.page_size ?? PAGE_SIZE.default;
  const { actor, actor_id: actorId, action, target, from, to } = input;
  const which = and(
    actor === undefined ? undefined : eq(auditLog.actor, actor),
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    action === undefined ? undefined : ofKind(auditLog.action, action, '.'),
    target === undefined ? undefined : ofKind(auditLog.target, target, ':'),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  );
  const rows = await db
    .select()
    .from(auditLog)
    .where(which)
    .orderBy(falling(auditLog.at), falling(auditLog.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return {
    list: rows.map(({ actorId: by, at, ...row }) => ({ ...row, at: at.toISOString(), actor_id: by })),
    total: await db.$count(auditLog, which),
    page,
    page_size: pageSize,
  };
}
