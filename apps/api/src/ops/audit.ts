import type { AuditEntry } from '@yunduo/api-contract';
import { PAGE_SIZE } from '@yunduo/validation';
import { listAudit } from '../modules/audit/list.ts';
import { moment, wholeNumber } from './arguments.ts';
import { notePage, opsCommand } from './command.ts';

interface AuditOptions {
  actor?: string;
  action?: string;
  target?: string;
  from?: Date;
  to?: Date;
  page?: number;
}
interface AuditPage {
  list: AuditEntry[];
  total: number;
  page: number;
}

export const auditCommands = [
  opsCommand<AuditOptions, AuditPage>({
    name: 'audit list',
    about: 'What operators, reviewers and this command line did, newest first',
    examples: [
      'audit list',
      'audit list --action role --from 2026-11-01',
      'audit list --actor operator@example.com --target user:12 --json',
    ],
    options: (command) =>
      command
        .option('--actor <name>', 'address of an account, or a system user')
        .option('--action <action>', 'an action (user.disable) or all of a kind (user)')
        .option('--target <thing>', 'a thing (user:12) or all of a kind (user)')
        .option('--from <day>', 'first day, or moment', moment)
        .option('--to <day>', 'day or moment before which it was done', moment)
        .option('--page <number>', 'which page', wholeNumber, 1),
    run: async (session, { from, to, ...options }) => {
      const input = {
        ...options,
        ...(from && { from: from.toISOString() }),
        ...(to && { to: to.toISOString() }),
        page_size: PAGE_SIZE.max,
      };
      return notePage(session, await listAudit(session.context.db, input));
    },
    show: ({ list }) => list.map(({ actor_id: _, ...row }) => row),
  }),
];
