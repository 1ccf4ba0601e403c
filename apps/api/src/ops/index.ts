import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import type { OpsCommand } from './command.ts';
import { jobCommands } from './jobs.ts';
import { licenceCommands } from './licence.ts';
import { reviewCommands } from './review.ts';
import { orderCommands } from './order.ts';
import { roleCommands } from './role.ts';
import { userCommands } from './user.ts';

/** Every command, by domain. */
export const commands: readonly OpsCommand[] = [
  ...auditCommands,
  ...backupCommands,
  ...jobCommands,
  ...licenceCommands,
  ...reviewCommands,
  ...orderCommands,
  ...roleCommands,
  ...userCommands,
];
