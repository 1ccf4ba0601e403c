import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import type { OpsCommand } from './command.ts';
import { communityCommands } from './community.ts';
import { contentCommands } from './content.ts';
import { decisionCommands } from './decision.ts';
import { devAppCommands } from './dev-app.ts';
import { downloadCommands } from './download.ts';
import { jobCommands } from './jobs.ts';
import { licenceCommands } from './licence.ts';
import { orderCommands } from './order.ts';
import { reviewCommands } from './review.ts';
import { roleCommands } from './role.ts';
import { siteCommands } from './site.ts';
import { storeCommands } from './store.ts';
import { userCommands } from './user.ts';

/** Every command, by domain. */
export const commands: readonly OpsCommand[] = [
  ...auditCommands,
  ...backupCommands,
  ...communityCommands,
  ...contentCommands,
  ...decisionCommands,
  ...devAppCommands,
  ...downloadCommands,
  ...jobCommands,
  ...licenceCommands,
  ...orderCommands,
  ...reviewCommands,
  ...roleCommands,
  ...siteCommands,
  ...storeCommands,
  ...userCommands,
];
