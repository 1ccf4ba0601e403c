import type { AdminAccount } from '@yunduo/api-contract';
import { OPERATOR_REASON_MAX } from '@yunduo/validation';
import {
  accountOf,
  deleteAccount,
  endSessionsOf,
  removeFactorOf,
  setDisabled,
} from '../modules/desk/accounts.ts';
import { presentAccount, presentSession } from '../modules/desk/present.ts';
import { listSessions } from '../modules/auth/sessions.ts';
import { withTransaction } from '../context.ts';
import { removeAtOnce } from '../modules/files/discard.ts';
import { email, line, wholeNumber } from './arguments.ts';
import { opsCommand, type OpsSession } from './command.ts';

interface UserOptions {
  email: string;
}
interface EndSessionsOptions extends UserOptions {
  reason: string;
  session?: number;
}
interface DeleteOptions extends UserOptions {
  reason: string;
}
interface RemoveFactorOptions extends UserOptions {
  reason: string;
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
  const input = { email: address, disabled, ...(reason && { reason }) };
  return presentAccount(await setDisabled(context, actor, input));
}

export const userCommands = [
  opsCommand<UserOptions, AdminAccount & { live_sessions: number }>({
    name: 'user show',
    about: 'An account: its roles, status and number of sessions',
    examples: ['user show --email user@example.com'],
    options: (command) => command.requiredOption('--email <address>', 'address of the account', email),
    run: async ({ context: { db, clock } }, { email: address }) => {
      const account = await accountOf(db, address);
      const live = await listSessions(db, account.id, clock.now());
      return { ...presentAccount(account), live_sessions: live.length };
    },
  }),
  opsCommand<UserOptions>({
    name: 'user sessions',
    about: 'The signed-in devices of an account, last used first',
    examples: ['user sessions --email user@example.com'],
    options: (command) => command.requiredOption('--email <address>', 'address of the account', email),
    run: async ({ context: { db, clock } }, { email: address }) => {
      const account = await accountOf(db, address);
      const list = await listSessions(db, account.id, clock.now());
      return list.map((session) => presentSession(session));
    },
  }),
  opsCommand<EndSessionsOptions, { ended: number }>({
    name: 'user end-sessions',
    about: 'Sign an account out on all devices or on one',
    examples: [
      'user end-sessions --email user@example.com --reason "the laptop was stolen" --yes',
      'user end-sessions --email user@example.com --session 12 --reason "asked by phone" --yes',
    ],
    destructive: 'the user of this device has to sign in again',
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .requiredOption('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX))
        .option('--session <id>', 'this session alone', wholeNumber),
    run: async ({ context, actor }, { email: address, reason, session }) => ({
      ended: await endSessionsOf(context, actor, {
        email: address,
        reason,
        ...(session !== undefined && { session }),
      }),
    }),
  }),
  opsCommand<RemoveFactorOptions, { ended: number }>({
    name: 'user remove-factor',
    about: 'Reset two-step sign-in of an account whose owner lost app, passkeys and recovery codes',
    decides: 'always',
    examples: [
      'user remove-factor --email user@example.com --reason "phone lost, identity checked by video" --as admin@example.com --yes',
    ],
    destructive:
      'the password alone opens the account until its owner sets a factor up again, and its sessions end',
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .requiredOption('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX)),
    run: async ({ context, actor }, input) => ({ ended: await removeFactorOf(context, actor, input) }),
  }),
  opsCommand<DisableOptions, AdminAccount>({
    name: 'user disable',
    about: 'Disable an account: its devices are signed out, and it cannot sign in until it is enabled again',
    decides: 'always',
    examples: [
      'user disable --email spam@example.com --reason "sends advertising" --as operator@example.com --yes',
    ],
    destructive: 'all devices are signed out and the account cannot sign in',
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .option('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX)),
    run: (session, options) => change(session, options, true),
  }),
  opsCommand<DisableOptions, AdminAccount>({
    name: 'user enable',
    about: 'Enable a disabled account',
    decides: 'always',
    examples: ['user enable --email back@example.com --as operator@example.com'],
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .option('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX)),
    run: (session, options) => change(session, options, false),
  }),
  opsCommand<DeleteOptions, { deleted: string }>({
    name: 'user delete',
    about: 'Delete an account permanently, for an owner who cannot sign in',
    decides: 'always',
    examples: [
      'user delete --email user@example.com --reason "asked by letter, identity checked" --as operator@example.com --yes',
    ],
    destructive: 'profile, licences, feedback and drafts of the account are deleted permanently',
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .requiredOption('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX)),
    run: async ({ context, app, actor }, input) => {
      const files = await app.database.upkeep((db) =>
        db.transaction((tx) => deleteAccount(withTransaction(context, tx), actor, input)),
      );
      await removeAtOnce(context, files);
      return { deleted: input.email };
    },
  }),
];
