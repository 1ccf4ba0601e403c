import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { DataOf, Invitation, InviteRequest, adminInvite, adminRelease } from '@yunduo/api-contract';
import {
  INVITATION_STATES,
  INVITE_ANSWERS,
  INVITE_REQUEST_STATES,
  PAGE_SIZE,
  RELEASE_PRODUCTS,
  type InviteAnswer,
  type ReleaseProduct,
} from '@yunduo/validation';
import { Option, type Command } from 'commander';
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  type InvitationFilter,
} from '../modules/download/invitations.ts';
import { presentInvitation, presentInviteRequest, presentPublished } from '../modules/download/present.ts';
import {
  allReleases,
  publishRelease,
  TARGETS,
  withdrawRelease,
  withPackages,
} from '../modules/download/releases.ts';
import {
  answerInviteRequest,
  listInviteRequests,
  type InviteRequestFilter,
} from '../modules/download/requests.ts';
import { setUpdateRules } from '../modules/download/update.ts';
import { moment, wholeNumber } from './arguments.ts';
import { notePage, opsCommand, OpsError, type OpsCommand, type OpsSession } from './command.ts';
import { textOf } from './text-file.ts';

interface CreateOptions {
  uses: number;
  expires?: Date;
  never?: boolean;
  note?: string;
}
type Created = DataOf<typeof adminInvite.create>;

const invitationCommands: readonly OpsCommand[] = [
  opsCommand<CreateOptions, Created>({
    name: 'invitation create',
    about: 'Create an invitation code for the client download; it is shown only once',
    examples: [
      'invitation create --note "for the forum moderators" --uses 20',
      'invitation create --expires 2026-12-31',
    ],
    options: (command) =>
      command
        .option('--uses <number>', 'how many visitors may use it', wholeNumber, 1)
        .addOption(
          new Option('--expires <when>', 'day or moment at which it expires (in 90 days by default)')
            .argParser(moment)
            .conflicts('never'),
        )
        .option('--never', 'never expires')
        .option('--note <text>', 'note'),
    run: async ({ context, actor }, { uses, expires, never, note }) => {
      const expiresAt = never ? null : expires;
      const { code, row } = await createInvitation(context, actor, { uses, expiresAt, note });
      return { code, invitation: presentInvitation(row, context.clock.now()) };
    },
    show: ({ code, invitation }) => ({ code, ...invitation }),
  }),
  opsCommand<{ state: InvitationFilter['state']; page: number }, { list: Invitation[]; total: number }>({
    name: 'invitation list',
    about: 'Invitation codes, newest first, by their first characters',
    examples: ['invitation list', 'invitation list --state usable --json'],
    options: (command) =>
      command
        .addOption(
          new Option('--state <state>', 'only those').choices(['all', ...INVITATION_STATES]).default('all'),
        )
        .option('--page <number>', `${PAGE_SIZE.max} a page`, wholeNumber, 1),
    run: async (session, { state, page }) => {
      const { context } = session;
      const found = await listInvitations(context, { state, page, page_size: PAGE_SIZE.max });
      const { list: rows, total } = notePage(session, found);
      return { list: rows.map((row) => presentInvitation(row, context.clock.now())), total };
    },
    show: ({ list }) => list,
  }),
  opsCommand<{ id: number }, Invitation>({
    name: 'invitation revoke',
    about: 'Disable an invitation code; open download links work for up to ten minutes',
    examples: ['invitation revoke --id 12 --yes'],
    destructive: 'this invitation code can no longer be used',
    options: (command) => command.requiredOption('--id <number>', 'as invitation list shows it', wholeNumber),
    run: async ({ context, actor }, { id }) =>
      presentInvitation(await revokeInvitation(context, actor, id), context.clock.now()),
  }),
];

const requestCommands: readonly OpsCommand[] = [
  opsCommand<{ state: InviteRequestFilter['state']; page: number }, { list: InviteRequest[]; total: number }>(
    {
      name: 'invite requests',
      about: 'Requests for an invitation code, oldest first',
      examples: ['invite requests', 'invite requests --state declined --json'],
      options: (command) =>
        command
          .addOption(
            new Option('--state <state>', 'only those')
              .choices(['all', ...INVITE_REQUEST_STATES])
              .default('open'),
          )
          .option('--page <number>', `${PAGE_SIZE.max} a page`, wholeNumber, 1),
      run: async (session, { state, page }) => {
        const input = { state, page, page_size: PAGE_SIZE.max };
        const found = notePage(session, await listInviteRequests(session.context, input));
        return { list: found.list.map(presentInviteRequest), total: found.total };
      },
      show: ({ list }) => list,
    },
  ),
  opsCommand<{ id: number; decision: InviteAnswer; text?: string }, InviteRequest>({
    name: 'invite answer',
    about:
      'Reply to a request for an invitation code by email: with a code, or with the reason for a refusal',
    examples: [
      'invite answer --id 7 --decision invite --as clerk@example.com',
      'invite answer --id 8 --decision decline --text "The Linux client comes next year." --as clerk@example.com',
    ],
    decides: 'always',
    options: (command) =>
      command
        .requiredOption('--id <number>', 'as invite requests shows it', wholeNumber)
        .addOption(
          new Option('--decision <answer>', 'a code or a refusal')
            .choices(INVITE_ANSWERS)
            .makeOptionMandatory(),
        )
        .option('--text <words>', 'in the language of the request, required for a refusal'),
    run: async ({ context, actor }, input) =>
      presentInviteRequest(await answerInviteRequest(context, actor, input)),
  }),
];

interface PublishOptions {
  version: string;
  notesZh: string;
  notesEn: string;
  image?: string;
  digest?: string;
  file: string[];
}
type Published = DataOf<typeof adminRelease.publish>;

interface RequireOptions {
  version: string;
  mandatory?: boolean;
  optional?: boolean;
  /** False: no minimum, so that every version works. */
  minimum?: string | false;
}

/** `windows-x64=dist/setup.exe`, repeatable. */
const collect = (text: string, before: string[]): string[] => [...before, text];

const publishOptions = (product: ReleaseProduct) => (command: Command) =>
  command
    .requiredOption('--version <x.x.x>', 'its number, never used before')
    .requiredOption(
      '--file <target=path>',
      `a package; once for each of ${TARGETS[product].join(', ')}`,
      collect,
      [],
    )
    .requiredOption('--notes-zh <path>', 'Markdown file: what changed, in Chinese')
    .requiredOption('--notes-en <path>', 'Markdown file: what changed, in English');

async function readable(path: string): Promise<Readable> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new OpsError(`${path} is not a file`);
  return createReadStream(path);
}

async function publish(
  { context, actor, path }: OpsSession,
  product: ReleaseProduct,
  { version, notesZh, notesEn, image, digest, file }: PublishOptions,
): Promise<Published> {
  const text = async (name: string): Promise<string> => {
    await readable(path(name)).then((stream) => stream.destroy());
    return textOf({ path }, name);
  };
  const form = {
    product,
    version,
    notes_zh: await text(notesZh),
    notes_en: await text(notesEn),
    image,
    digest,
  };
  const packages = file.map((one) => {
    const at = one.indexOf('=');
    if (at < 1)
      throw new OpsError(`--file ${one}: write target=path, such as ${TARGETS[product][0]}=setup.bin`);
    return { target: one.slice(0, at), file: path(one.slice(at + 1)) };
  });
  const release = await withPackages(context.files, async (store, stored) => {
    for (const { target, file: source } of packages) await store(target, await readable(source));
    return publishRelease(context, actor, form, stored);
  });
  return presentPublished(release);
}

const showPublished = ({ artefacts }: Published): unknown =>
  artefacts.map(({ target, filename, human_size, sha256 }) => ({ target, filename, human_size, sha256 }));

const withdrawal = (product: ReleaseProduct, name: string): OpsCommand =>
  opsCommand<{ version: string; reason: string }, { product: string; version: string; withdrawn_at: string }>(
    {
      name,
      about: 'Withdraw a version; open links stop working and its number is not used again',
      examples: [`${name} --version 1.4.1 --reason "does not start on Windows 10" --yes`],
      destructive: 'this version can no longer be downloaded',
      options: (command) =>
        command
          .requiredOption('--version <x.x.x>', 'its number')
          .requiredOption('--reason <text>', 'why, for colleagues'),
      run: async ({ context, actor }, { version, reason }) => {
        const row = await withdrawRelease(context, actor, { product, version, reason });
        return { product, version, withdrawn_at: row.withdrawnAt?.toISOString() ?? '' };
      },
    },
  );

const releaseCommands: readonly OpsCommand[] = [
  opsCommand<PublishOptions, Published>({
    name: 'release publish',
    about: 'Release a version of the client; sizes and checksums are computed from the stored files',
    examples: [
      'release publish --version 1.5.0 --notes-zh zh.md --notes-en en.md --file windows-x64=setup.exe --file mac-x64=intel.dmg --file mac-arm64=apple.dmg',
    ],
    options: publishOptions('client'),
    run: (session, options) => publish(session, 'client', options),
    show: showPublished,
  }),
  withdrawal('client', 'release withdraw'),
  opsCommand<RequireOptions, { version: string; mandatory: boolean; minimum: string | null }>({
    name: 'release require',
    about: 'Say whether a version of the client is mandatory, and which versions still work beside it',
    examples: [
      'release require --version 1.5.0 --mandatory',
      'release require --version 1.5.0 --optional',
      'release require --version 1.5.0 --minimum 1.3.0',
      'release require --version 1.5.0 --no-minimum',
    ],
    options: (command) =>
      command
        .requiredOption('--version <x.x.x>', 'its number')
        .option('--mandatory', 'earlier clients must install it, or a later version')
        .addOption(new Option('--optional', 'they need not').conflicts('mandatory'))
        .option('--minimum <x.x.x>', 'clients below this version must update')
        .option('--no-minimum', 'every version works'),
    run: async ({ context, actor }, { version, mandatory, optional, minimum }) => {
      const rules = {
        version,
        ...((mandatory || optional) && { mandatory: Boolean(mandatory) }),
        ...(typeof minimum === 'string' && { minimum }),
        ...(minimum === false && { minimum: null }),
      };
      if (Object.keys(rules).length === 1)
        throw new OpsError('say --mandatory, --optional, --minimum or --no-minimum');
      const row = await setUpdateRules(context, actor, rules);
      return { version, mandatory: row.mandatory, minimum: row.minimum };
    },
  }),
  opsCommand<{ product?: ReleaseProduct }>({
    name: 'release list',
    about: 'Every version of the client and of private deployment, including withdrawn ones',
    examples: ['release list', 'release list --product private --json'],
    options: (command) =>
      command.addOption(new Option('--product <product>', 'only this one').choices(RELEASE_PRODUCTS)),
    run: async ({ context }, { product }) =>
      (await allReleases(context.db))
        .filter((release) => product === undefined || release.product === product)
        .map((release) => ({
          product: release.product,
          version: release.version,
          published_at: release.publishedAt.toISOString(),
          withdrawn_at: release.withdrawnAt?.toISOString() ?? null,
          reason: release.withdrawReason,
          mandatory: release.mandatory,
          minimum: release.minimum,
          packages: release.artefacts.map(({ target }) => target).join(' '),
        })),
  }),
  opsCommand<PublishOptions, Published>({
    name: 'private publish',
    about: 'Release a version for private deployment; push the image first, its digest is not looked up',
    examples: [
      `private publish --version 1.5.0 --notes-zh zh.md --notes-en en.md --image registry.example.com/yunduo/private --digest sha256:${'0'.repeat(8)}… --file x86_64=amd64.tar.gz --file arm64=arm64.tar.gz`,
    ],
    options: (command) =>
      publishOptions('private')(command)
        .requiredOption('--image <name>', 'image with its registry, without tag')
        .requiredOption('--digest <sha256:…>', 'digest that the registry gave it'),
    run: (session, options) => publish(session, 'private', options),
    show: showPublished,
  }),
  withdrawal('private', 'private withdraw'),
];

export const downloadCommands: readonly OpsCommand[] = [
  ...invitationCommands,
  ...requestCommands,
  ...releaseCommands,
];
