import type { OpsCommand } from './command.ts';
import { roleCommands } from './role.ts';

/** Every command, by domain. */
export const commands: readonly OpsCommand[] = [...roleCommands];
