import type { AdminApp, AppReport } from '@yunduo/api-contract';
import { FEATURED_MAX, REPORT_RESOLUTIONS, REPORT_STATES, type ReportResolution } from '@yunduo/validation';
import { reportNoteSchema, takedownSchema } from '@yunduo/validation/schemas';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { checkForm } from '../http/form.ts';
import { closeReport, listReports } from '../modules/store/reports.ts';
import {
  appIdOf,
  certifyApp,
  featureApp,
  liftTakedown,
  presentAdminApp,
  takeDownApp,
} from '../modules/store-curation/curation.ts';
import { wholeNumber } from './arguments.ts';
import { notePage, opsCommand, type OpsSession } from './command.ts';

interface AppOptions {
  app: string;
}
type AppRow = Awaited<ReturnType<typeof certifyApp>>;

const whichApp = (command: Command): Command =>
  command.requiredOption('--app <key>', 'key of the app, such as nginx');

/** Runs a service on the app with this key. */
async function onApp(
  { context, locale }: OpsSession,
  { app }: AppOptions,
  work: (id: number) => Promise<AppRow>,
): Promise<AdminApp> {
  return presentAdminApp(await work(await appIdOf(context, app)), locale);
}

function place(text: string): number {
  const rank = wholeNumber(text);
  if (rank > FEATURED_MAX) throw new InvalidArgumentError(`A place from 1 to ${FEATURED_MAX} is needed.`);
  return rank;
}

/** A report as a table row. */
const row = ({ id, app, version, reason, created_at, state, resolution, text }: AppReport) => ({
  id,
  app: app.app_key,
  version,
  reason,
  created_at,
  state: resolution ?? state,
  text,
});

export const storeCommands = [
  opsCommand<AppOptions, AdminApp>({
    name: 'app certify',
    about: 'Mark an app as certified',
    decides: 'always',
    examples: ['app certify --app port-patrol --as operator@example.com'],
    role: 'operator',
    options: whichApp,
    run: (session, options) =>
      onApp(session, options, (id) => certifyApp(session.context, session.actor, { id, certified: true })),
  }),
  opsCommand<AppOptions, AdminApp>({
    name: 'app uncertify',
    about: 'Remove the certification of an app',
    decides: 'always',
    examples: ['app uncertify --app port-patrol --as operator@example.com'],
    role: 'operator',
    options: whichApp,
    run: (session, options) =>
      onApp(session, options, (id) => certifyApp(session.context, session.actor, { id, certified: false })),
  }),
  opsCommand<AppOptions & { place: number }, AdminApp>({
    name: 'app feature',
    about: 'Set the position of an app among the recommended ones; later ones move down',
    decides: 'always',
    examples: ['app feature --app port-patrol --place 3 --as operator@example.com'],
    role: 'operator',
    options: (command) =>
      whichApp(command).requiredOption('--place <number>', 'place, counted from 1', place),
    run: (session, options) =>
      onApp(session, options, (id) =>
        featureApp(session.context, session.actor, { id, rank: options.place }),
      ),
  }),
  opsCommand<AppOptions, AdminApp>({
    name: 'app unfeature',
    about: 'Remove an app from the recommended ones',
    decides: 'always',
    examples: ['app unfeature --app port-patrol --as operator@example.com'],
    role: 'operator',
    options: whichApp,
    run: (session, options) =>
      onApp(session, options, (id) => featureApp(session.context, session.actor, { id, rank: null })),
  }),
  opsCommand<AppOptions & { reason: string }, AdminApp>({
    name: 'app takedown',
    about: 'Unpublish an app; its developer gets the reason and cannot publish it again',
    decides: 'always',
    examples: [
      'app takedown --app port-patrol --reason "It uploads private keys." --as operator@example.com --yes',
    ],
    role: 'operator',
    destructive: 'the app is unpublished immediately, and its developer gets an email with the reason',
    options: (command) =>
      whichApp(command).requiredOption('--reason <words>', 'why, for the developer to read'),
    run: async (session, options) => {
      const { reason } = await checkForm(takedownSchema, { reason: options.reason });
      return onApp(session, options, (id) => takeDownApp(session.context, session.actor, { id, reason }));
    },
  }),
  opsCommand<AppOptions, AdminApp>({
    name: 'app lift-takedown',
    about: 'Lift an unpublication: the app is published again as before',
    decides: 'always',
    examples: ['app lift-takedown --app port-patrol --as operator@example.com'],
    role: 'operator',
    options: whichApp,
    run: (session, options) =>
      onApp(session, options, (id) => liftTakedown(session.context, session.actor, { id })),
  }),
  opsCommand<{ state: 'open' | 'closed'; app?: string; page: number }, AppReport[]>({
    name: 'report list',
    about: 'Reports about apps; by default the open ones, oldest first',
    examples: ['report list', 'report list --state closed --app gitea --json'],
    role: 'operator',
    options: (command) =>
      command
        .addOption(new Option('--state <state>', 'open or closed').choices(REPORT_STATES).default('open'))
        .option('--app <key>', 'about this app alone')
        .option('--page <number>', 'page of a hundred', wholeNumber, 1),
    run: async (session, { state, app, page }) => {
      const { context, locale } = session;
      const about = app === undefined ? {} : { app_id: await appIdOf(context, app) };
      const input = { state, page, page_size: 100, ...about };
      return notePage(session, await listReports(context, input, locale)).list;
    },
    show: (list) => list.map(row),
  }),
  opsCommand<{ id: number; resolution: ReportResolution; note?: string }, AppReport>({
    name: 'report close',
    about: 'Close a report with its result',
    decides: 'always',
    examples: ['report close --id 12 --resolution fixed --note "Repackaged." --as operator@example.com'],
    role: 'operator',
    options: (command) =>
      command
        .requiredOption('--id <number>', 'number of the report', wholeNumber)
        .addOption(
          new Option('--resolution <word>', 'the result').choices(REPORT_RESOLUTIONS).makeOptionMandatory(),
        )
        .option('--note <words>', 'for colleagues'),
    run: async ({ context, actor, locale }, { id, resolution, note }) => {
      const form = await checkForm(reportNoteSchema, { note });
      return closeReport(context, actor, { id, resolution, note: form.note ?? '' }, locale);
    },
    show: row,
  }),
];
