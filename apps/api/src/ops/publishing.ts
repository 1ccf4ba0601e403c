import { yankSchema } from '@yunduo/validation/schemas';
import type { Locale } from '@yunduo/i18n';
import { checkForm } from '../http/form.ts';
import {
  operateApp,
  operatedApp,
  type OperatedApp,
  type OperatorStep,
} from '../modules/publishing/operate.ts';
import { yankDetails } from '../modules/publishing/routes.ts';
import { localized } from '../modules/text/localized.ts';
import { OpsError, opsCommand, type OpsSession } from './command.ts';

interface AppOptions {
  app: string;
}
interface StepOptions extends AppOptions {
  reason: string;
}

interface YankOptions extends AppOptions {
  version: string;
  reason?: string;
  reasonZh?: string;
  reasonEn?: string;
}

interface ShownApp {
  id: number;
  app_key: string;
  name: string;
  status: string;
  taken_down_reason: string | null;
  versions: {
    version: string;
    git_version: string;
    git_commit: string | null;
    package_sha256: string | null;
    status: string;
    released_at: string | null;
  }[];
  timeline: { at: string; action: string; role: string; version: string | null; text: string }[];
}

function shown({ app, versions, events }: OperatedApp, locale: Locale): ShownApp {
  return {
    id: app.id,
    app_key: app.appKey,
    name: localized(app.name, locale),
    status: app.status,
    taken_down_reason: app.takenDownAt ? (app.takenDownReason ?? '') : null,
    versions: versions.map(({ version, gitVersion, gitCommit, packageSha256, reviewStatus, releasedAt }) => ({
      version,
      git_version: gitVersion,
      git_commit: gitCommit,
      package_sha256: packageSha256,
      status: reviewStatus,
      released_at: releasedAt?.toISOString() ?? null,
    })),
    timeline: events.map(({ at, action, role, version, text }) => ({
      at: at.toISOString(),
      action,
      role,
      version,
      text,
    })),
  };
}

async function take(
  { context, actor, locale }: OpsSession,
  action: Exclude<OperatorStep['action'], 'yank'>,
  { app: appKey, reason }: StepOptions,
): Promise<ShownApp> {
  const form = await checkForm(yankSchema, { reason });
  return shown(await operateApp(context, actor, { appKey, action, reason: form.reason }), locale);
}

/** The reason in one text for all readers, or by language. */
async function yank(
  { context, actor, locale }: OpsSession,
  { app: appKey, version, reason, reasonZh: zh = '', reasonEn: en = '' }: YankOptions,
): Promise<ShownApp> {
  if ((reason === undefined) === (zh === '' && en === ''))
    throw new OpsError('either --reason, or --reason-zh and --reason-en, is needed');
  const { text = '', reasons } = await yankDetails(
    reason === undefined ? { reasons: { zh, en } } : { reason },
  );
  const step = { appKey, action: 'yank', version, reason: text, ...(reasons && { reasons }) } as const;
  return shown(await operateApp(context, actor, step), locale);
}

/** An app in summary, without its lists. */
const summary = ({ id, app_key, name, status, taken_down_reason, versions }: ShownApp) => ({
  id,
  app_key,
  name,
  status,
  taken_down_reason,
  versions: versions.map(({ version, status }) => `${version} ${status}`).join(', '),
});

export const publishingCommands = [
  opsCommand<AppOptions, ShownApp>({
    name: 'dev-app show',
    about: 'A developer’s app: its status, versions and recent history',
    examples: ['dev-app show --app port-patrol', 'dev-app show --app port-patrol --json'],
    role: 'operator',
    options: (command) => command.requiredOption('--app <key>', 'key of the app'),
    run: async ({ context, locale }, { app }) => shown(await operatedApp(context.db, app), locale),
    show: summary,
  }),
  opsCommand<YankOptions, ShownApp>({
    name: 'dev-app yank',
    about: 'Yank a released version; the last good version becomes current',
    decides: 'always',
    examples: [
      'dev-app yank --app port-patrol --version 1.4.0 --reason-zh "会丢数据" --reason-en "loses data" --as operator@example.com --yes',
      'dev-app yank --app port-patrol --version 1.4.0 --reason "loses data" --as operator@example.com --yes',
    ],
    role: 'operator',
    destructive: 'this version can no longer be installed or released again',
    options: (command) =>
      command
        .requiredOption('--app <key>', 'key of the app')
        .requiredOption('--version <x.x.x>', 'the released version')
        .option('--reason-zh <text>', 'shown to the developer and to users, in Chinese')
        .option('--reason-en <text>', 'the same in English; one of the two is enough')
        .option('--reason <text>', 'in place of both: one text for all readers'),
    run: yank,
    show: summary,
  }),
  opsCommand<StepOptions, ShownApp>({
    name: 'dev-app unpublish',
    about: 'Unpublish an app; only an operator can publish it again',
    decides: 'always',
    examples: [
      'dev-app unpublish --app port-patrol --reason "trademark claim" --as operator@example.com --yes',
    ],
    role: 'operator',
    destructive: 'the app is unpublished; users who have installed it are not affected',
    options: (command) =>
      command
        .requiredOption('--app <key>', 'key of the app')
        .requiredOption('--reason <text>', 'shown to the developer'),
    run: (session, options) => take(session, 'unpublish', options),
    show: summary,
  }),
  opsCommand<StepOptions, ShownApp>({
    name: 'dev-app relist',
    about: 'Publish an unpublished app again',
    decides: 'always',
    examples: ['dev-app relist --app port-patrol --reason "claim settled" --as operator@example.com'],
    role: 'operator',
    options: (command) =>
      command
        .requiredOption('--app <key>', 'key of the app')
        .requiredOption('--reason <text>', 'kept in the timeline'),
    run: (session, options) => take(session, 'relist', options),
    show: summary,
  }),
];
