import {
  LICENCE_PLANS,
  LICENCE_STATES,
  OPERATOR_REASON_MAX,
  ORDER,
  type LicencePlan,
  type LicenceState,
} from '@yunduo/validation';
import { Option, type Command } from 'commander';
import { fileState, type LicenceFileRow } from '../modules/licence/files.ts';
import { keyring } from '../modules/licence/keyring.ts';
import {
  grantLicences,
  filesOf,
  filesOutFor,
  historyOf,
  licenceFor,
  licencesFor,
  releaseFiles,
  reencryptCodes,
  revokeByOperator,
  type LicenceRef,
  type OwnedLicence,
} from '../modules/licence/operators.ts';
import { stateOf } from '../modules/licence/state.ts';
import { email, line, wholeNumber } from './arguments.ts';
import { opsCommand, OpsError } from './command.ts';
import { waitsFor } from './decision.ts';
import { human } from './human.ts';

/** Default number of lines in a list. */
const LIST_LENGTH = 50;

/** A licence as operators see it: never its code. */
function present({ licence, email: owner, orderNo }: OwnedLicence, now: Date) {
  return {
    id: licence.id,
    tail: licence.codeTail,
    state: stateOf(licence, now),
    plan: licence.plan,
    owner,
    server: licence.serverName,
    expires_at: licence.expiresAt?.toISOString() ?? null,
    order_no: orderNo,
  };
}

type Presented = ReturnType<typeof present>;

interface WhichOptions {
  id?: number;
  code?: string;
}

const which = (command: Command): Command =>
  command
    .option('--id <number>', 'number of the authorization code', wholeNumber)
    .option('--code <code>', 'its code, as the customer reads it out');

function refOf({ id, code }: WhichOptions): LicenceRef {
  if (id !== undefined && code === undefined) return { id };
  if (code !== undefined && id === undefined) return { code };
  throw new OpsError('name the licence with --id or with --code, one of the two');
}

/** A licence file as operators see it. */
function presentFile(file: LicenceFileRow, now: Date) {
  return {
    server: file.serverName,
    issued_at: file.issuedAt.toISOString(),
    expires_at: file.expiresAt?.toISOString() ?? null,
    state: fileState(file, now),
    receipt: file.clientKey === null ? 'cannot be made' : (file.receipt && 'handed in') || 'can be made',
    reason: file.releasedReason,
  };
}

type PresentedFile = ReturnType<typeof presentFile>;

interface FileOutLine extends Pick<PresentedFile, 'server' | 'issued_at' | 'expires_at' | 'receipt'> {
  licence: number;
  tail: string;
  owner: string;
  /** Whether its licence is bound to that server: otherwise it runs twice until the file expires. */
  bound: boolean;
}

interface Shown extends Presented {
  fingerprint: string | null;
  started_at: string | null;
  last_seen_at: string | null;
  revoked_reason: string | null;
  files: PresentedFile[];
  history: { at: string; kind: string; owner: string | null; details: Record<string, unknown> }[];
}

export const licenceCommands = [
  opsCommand<WhichOptions, Shown>({
    name: 'licence show',
    about: 'One authorization code: owner, server and full history',
    examples: ['licence show --id 12', 'licence show --code YDAC-7K3M-…'],
    options: which,
    async run({ context: { db, clock } }, options) {
      const owned = await licenceFor(db, refOf(options));
      const { licence } = owned;
      const history = await historyOf(db, licence.id);
      return {
        ...present(owned, clock.now()),
        fingerprint: licence.fingerprint,
        started_at: licence.startedAt?.toISOString() ?? null,
        last_seen_at: licence.lastSeenAt?.toISOString() ?? null,
        revoked_reason: licence.revokedBy === 'refund' ? 'refund' : licence.revokedReason,
        files: (await filesOf(db, licence.id)).map((file) => presentFile(file, clock.now())),
        history: history.map(({ at, ...event }) => ({ at: at.toISOString(), ...event })),
      };
    },
    show: ({ history, files, ...licence }) =>
      [licence, ...(files.length > 0 ? [files] : []), history].map(human).join('\n\n'),
  }),
  opsCommand<{ email?: string; state?: LicenceState; limit: number }, Presented[]>({
    name: 'licence list',
    about: 'The newest authorization codes, of one account or of all',
    examples: ['licence list --email user@example.com', 'licence list --state expired --limit 200 --json'],
    options: (command) =>
      command
        .option('--email <address>', 'address of the account', email)
        .addOption(new Option('--state <state>', 'as of now').choices(LICENCE_STATES))
        .option('--limit <number>', 'maximum number of rows', wholeNumber, LIST_LENGTH),
    run: async ({ context }, filter) =>
      (await licencesFor(context, filter)).map((owned) => present(owned, context.clock.now())),
  }),
  opsCommand<
    { email: string; plan: LicencePlan; quantity: number; reason: string },
    { licences: number[]; proposal: number | null }
  >({
    name: 'licence grant',
    about: 'Grant authorization codes to an account without an order',
    decides: 'always',
    examples: [
      'licence grant --email user@example.com --plan m3 --reason "sorry for the outage" --as operator@example.com',
    ],
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the account', email)
        .addOption(new Option('--plan <plan>', 'how long').choices(LICENCE_PLANS).makeOptionMandatory())
        .option('--quantity <number>', 'how many', wholeNumber, 1)
        .requiredOption('--reason <text>', 'kept in the audit log', line(OPERATOR_REASON_MAX)),
    async run({ context, actor, note }, options) {
      if (options.quantity > ORDER.quantityMax)
        throw new OpsError(`at most ${ORDER.quantityMax} licences at a time`);
      const { result, waits } = await grantLicences(context, actor, options);
      if (waits) note(waitsFor(waits.id));
      return { licences: result, proposal: waits?.id ?? null };
    },
  }),
  opsCommand<WhichOptions & { reason: string }, Presented>({
    name: 'licence revoke',
    about: 'Revoke an authorization code permanently; its owner gets an email with the reason',
    decides: 'always',
    examples: ['licence revoke --id 12 --reason "sold on against the terms" --as operator@example.com --yes'],
    destructive: 'the authorization code stops working immediately; this cannot be undone',
    options: (command) =>
      which(command).requiredOption('--reason <text>', 'shown to its owner', line(OPERATOR_REASON_MAX)),
    async run({ context, actor, note }, { reason, ...options }) {
      const { result, waits } = await revokeByOperator(context, actor, { ref: refOf(options), reason });
      if (waits) note(waitsFor(waits.id));
      return present(result, context.clock.now());
    },
  }),
  opsCommand<{ email?: string; permanent?: boolean; limit: number }, FileOutLine[]>({
    name: 'licence files',
    about: 'Valid licence files of offline servers, oldest first',
    examples: ['licence files --permanent', 'licence files --email user@example.com --json'],
    options: (command) =>
      command
        .option('--email <address>', 'authorization codes of this account', email)
        .option('--permanent', 'only those that never expire, from earlier versions')
        .option('--limit <number>', 'maximum number of rows', wholeNumber, LIST_LENGTH),
    async run({ context }, filter) {
      const now = context.clock.now();
      return (await filesOutFor(context, filter)).map(({ file, licence, email: owner }) => {
        const { server, issued_at, expires_at, receipt } = presentFile(file, now);
        const bound = licence.fingerprint !== null && licence.fingerprint === file.fingerprint;
        return {
          licence: licence.id,
          tail: licence.codeTail,
          owner,
          server,
          issued_at,
          expires_at,
          receipt,
          bound,
        };
      });
    },
  }),
  opsCommand<WhichOptions & { reason: string }, PresentedFile[]>({
    name: 'licence release-files',
    about:
      'Release an authorization code from a server without a deactivation receipt, so that its owner can unbind it',
    decides: 'always',
    examples: [
      'licence release-files --id 12 --reason "disk of db-1 died, ticket 2031" --as operator@example.com --yes',
    ],
    destructive:
      'the files stay valid on their server until they expire, even if the code is bound elsewhere',
    options: (command) =>
      which(command).requiredOption(
        '--reason <text>',
        'its owner reads it; kept in the audit log',
        line(OPERATOR_REASON_MAX),
      ),
    async run({ context, actor, note }, { reason, ...options }) {
      const { result, waits } = await releaseFiles(context, actor, { ref: refOf(options), reason });
      if (waits) note(waitsFor(waits.id));
      return result.map((file) => presentFile(file, context.clock.now()));
    },
  }),
  opsCommand<object, { key_id: string; public_key: string; signs: boolean }[]>({
    name: 'licence keys',
    about: 'The public keys that licence files are verified with, newest first',
    examples: ['licence keys', 'licence keys --json'],
    async run({ context }) {
      const { current, keys } = keyring(context.config);
      return keys.map(({ id, publicKey }) => ({
        key_id: id,
        public_key: publicKey,
        signs: id === current.id,
      }));
    },
  }),
  opsCommand<object, { resealed: number; unreadable: number }>({
    name: 'licence reseal',
    about: 'Encrypt every code with the newest key, before an older key is removed from LICENCE_KEYS',
    examples: ['licence reseal'],
    run: ({ context, actor }) => reencryptCodes(context, actor),
  }),
];
