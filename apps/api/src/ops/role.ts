import type { AdminAccount } from '@yunduo/api-contract';
import { ROLES } from '@yunduo/validation';
import { Option, type Command } from 'commander';
import { listRoles, setRole, type GrantedRole } from '../modules/desk/accounts.ts';
import { presentAccount } from '../modules/desk/present.ts';
import { email } from './arguments.ts';
import { opsCommand, type OpsSession } from './command.ts';

interface RoleOptions {
  email: string;
  role: GrantedRole;
}

const role = (): Option =>
  new Option('--role <role>', 'what they may do').choices(ROLES.filter((name) => name !== 'user'));
const whoAndRole = (command: Command): Command =>
  command
    .requiredOption('--email <address>', 'address of the account', email)
    .addOption(role().makeOptionMandatory());

async function change(
  { context, actor }: OpsSession,
  { email: address, role: name }: RoleOptions,
  granted: boolean,
): Promise<AdminAccount> {
  return presentAccount(await setRole(context, actor, { email: address, role: name, granted }));
}

export const roleCommands = [
  opsCommand<RoleOptions, AdminAccount>({
    name: 'role grant',
    about: 'Grant a role to an account, as an admin; also creates the first admin of a new installation',
    decides: 'after-first-admin',
    examples: [
      'role grant --email ops@example.com --role admin',
      'role grant --email ops@example.com --role reviewer --as admin@example.com',
    ],
    options: whoAndRole,
    run: (session, options) => change(session, options, true),
  }),
  opsCommand<RoleOptions, AdminAccount>({
    name: 'role revoke',
    about:
      'Revoke a role from an account; only admins revoke operator and admin, and the last admin cannot be removed',
    decides: 'always',
    examples: ['role revoke --email former@example.com --role operator --as admin@example.com'],
    options: whoAndRole,
    run: (session, options) => change(session, options, false),
  }),
  opsCommand<{ role?: GrantedRole }>({
    name: 'role list',
    about: 'Accounts and their roles',
    examples: ['role list', 'role list --role admin --json'],
    options: (command) => command.addOption(role()),
    run: async ({ context }, { role: only }) =>
      (await listRoles(context.db, only)).map(
        ({ id, email: address, role: name, grantedAt, disabledAt }) => ({
          id,
          email: address,
          role: name,
          granted_at: grantedAt.toISOString(),
          disabled_at: disabledAt?.toISOString() ?? null,
        }),
      ),
  }),
];
