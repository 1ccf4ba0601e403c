import type { AdminAccount } from '@yunduo/api-contract';
import { OPERATOR_REASON_MAX } from '@yunduo/validation';
import { accountOf, setDisabled } from '../modules/admin/accounts.ts';
import { presentAccount } from '../modules/admin/present.ts';
import { listSessions } from '../modules/user-auth/sessions.ts';
import { email, line } from './arguments.ts';
import { opsCommand, type OpsSession } from './command.ts';

interface UserOptions {
  email: string;
}
interface DisableOptions extends UserOptions {
  reason?: string;
}

async function change(
  { context, actor }: OpsSession,
  options: DisableOptions,
  disabled: boolean,
): Promise<AdminAccount> {
  const { email: address, reason } = options;
  const wish = { email: address, disabled, ...(reason && { reason }) };
  return presentAccount(await setDisabled(context, actor, wish));
}

export const userCommands = [
  opsCommand<UserOptions, AdminAccount & { live_sessions: number }>({
    name: 'user show',
    about: 'An account: its roles, whether it may sign in, how many sessions it has',
    examples: ['user show --email user@example.com'],
    options: (command) => command.requiredOption('--email <address>', 'address of the account', email),
    run: async ({ context: { db, clock } }, { email: address }) => {
      const account = await accountOf(db, address);
      const live = await listSessions(db, account.id, clock.now());
      return { ...presentAccount(account), live_sessions: live.length };
    },
  }),
  opsCommand<DisableOptions, AdminAccount>({
    name: 'user disable',
    about: 'Shut an account out: its sessions end, and it cannot sign in until it is enabled again',
    decides: 'always',
    examples: [
      'user disable --email spam@example.com --reason "sends advertising" --as operator@example.com --yes',
    ],
    destructive: 'every session of the account ends and nobody can sign in to it',
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .option('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX)),
    run: (session, options) => change(session, options, true),
  }),
  opsCommand<DisableOptions, AdminAccount>({
    name: 'user enable',
    about: 'Let a disabled account sign in again',
    decides: 'always',
    examples: ['user enable --email back@example.com --as operator@example.com'],
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .option('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX)),
    run: (session, options) => change(session, options, false),
  }),
];
