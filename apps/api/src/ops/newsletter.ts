import { rm, writeFile } from 'node:fs/promises';
import { csv } from '@yunduo/validation/csv';
import { Option } from 'commander';
import type { SubscriberState } from '../db/schema/index.ts';
import { listSubscribers, takeSubscribers } from '../modules/newsletter/list.ts';
import { OpsError, opsCommand } from './command.ts';

const STATES = ['pending', 'confirmed', 'unsubscribed'] as const satisfies readonly SubscriberState[];

export const subscriberCommands = [
  opsCommand<{ state?: SubscriberState }>({
    name: 'subscriber list',
    about: 'Subscribers of the newsletter',
    examples: ['subscriber list --state confirmed'],
    options: (command) => command.addOption(new Option('--state <state>', 'status').choices(STATES)),
    run: async ({ context }, { state }) =>
      (await listSubscribers(context.db, state)).map((one) => ({
        email: one.email,
        language: one.locale,
        state: one.state,
        since: one.changedAt.toISOString(),
      })),
  }),
  opsCommand<{ file: string }, { file: string; count: number }>({
    name: 'subscriber export',
    about:
      'Write the confirmed addresses, each with the link that unsubscribes it and the one for the header List-Unsubscribe, into a CSV file; the audit log records who did it',
    examples: ['subscriber export --file subscribers.csv'],
    options: (command) => command.requiredOption('--file <path>', 'where to; never over another file'),
    run: async ({ context, actor, path }, { file }) => {
      const target = path(file);
      const refused = (error: NodeJS.ErrnoException): never => {
        throw new OpsError(
          error.code === 'EEXIST'
            ? `${file} exists already`
            : `${file} cannot be written (${error.code ?? 'unknown'})`,
        );
      };
      // Creates the empty file first: if it cannot be written, no addresses are exported.
      await writeFile(target, '', { flag: 'wx', mode: 0o600 }).catch(refused);
      try {
        const rows = await takeSubscribers(context, actor);
        await writeFile(
          target,
          csv(
            ['email', 'language', 'confirmed_at', 'unsubscribe', 'list_unsubscribe'],
            rows.map(({ email, locale, confirmedAt, leave }) => [
              email,
              locale,
              confirmedAt,
              leave.page,
              leave.leaving.href,
            ]),
          ),
        ).catch(refused);
        return { file: target, count: rows.length };
      } catch (error) {
        // An empty or partial list would block the next export to this name.
        await rm(target, { force: true });
        throw error;
      }
    },
  }),
];
