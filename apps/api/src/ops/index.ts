import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import type { OpsCommand } from './command.ts';
import { jobCommands } from './jobs.ts';
import { roleCommands } from './role.ts';
import { userCommands } from './user.ts';

/** Every command, by domain. */
export const commands: readonly OpsCommand[] = [
  ...auditCommands,
  ...backupCommands,
  ...jobCommands,
  ...roleCommands,
  ...userCommands,
];
