import type { OpsCommand } from './command.ts';

/** The commands with one first word, loaded when it is typed: the help of all groups does not load the API. */
interface Group {
  /** As listed in the help of all groups. */
  verbs: readonly string[];
  /** Description of a one-word command, which is its own group. */
  about?: string;
  /** Works on data that no server may have open: never forwarded to a running one. */
  alone?: true;
  load(): Promise<readonly OpsCommand[]>;
}

const audit = async () => (await import('./audit.ts')).auditCommands;
const backup = async () => (await import('./backup.ts')).backupCommands;
const content = async () => (await import('./content.ts')).contentCommands;
const decision = async () => (await import('./decision.ts')).decisionCommands;
const devApp = async () => (await import('./publishing.ts')).publishingCommands;
const download = async () => (await import('./download.ts')).downloadCommands;
const feedback = async () => (await import('./feedback.ts')).feedbackCommands;
const jobs = async () => (await import('./jobs.ts')).jobCommands;
const licence = async () => (await import('./licence.ts')).licenceCommands;
const newsletter = async () => (await import('./newsletter.ts')).subscriberCommands;
const order = async () => (await import('./order.ts')).orderCommands;
const review = async () => (await import('./review.ts')).reviewCommands;
const role = async () => (await import('./role.ts')).roleCommands;
const site = async () => (await import('./site.ts')).siteCommands;
const store = async () => (await import('./store.ts')).storeCommands;
const user = async () => (await import('./user.ts')).userCommands;

/** Every group of commands, by its first word. */
export const GROUPS: Readonly<Record<string, Group>> = {
  audit: { verbs: ['list'], load: audit },
  backup: {
    verbs: [],
    about: 'Write rows and files into one archive, also while the server runs',
    load: backup,
  },
  'backup-check': {
    verbs: [],
    about: 'Read an archive from its first byte to its last and compare every checksum',
    alone: true,
    load: backup,
  },
  restore: {
    verbs: [],
    about: 'Write an archive into an empty database and data folder, all of it or nothing; no server may run',
    alone: true,
    load: backup,
  },
  feedback: { verbs: ['list', 'show', 'answer', 'assign'], load: feedback },
  subscriber: { verbs: ['list', 'export'], load: newsletter },
  content: {
    verbs: ['list', 'show', 'save', 'publish', 'schedule', 'unschedule', 'archive'],
    load: content,
  },
  activity: { verbs: ['list', 'save', 'withdraw'], load: content },
  protocol: { verbs: ['list', 'publish', 'withdraw'], load: content },
  decision: { verbs: ['list', 'show', 'confirm', 'decline'], load: decision },
  'dev-app': { verbs: ['show', 'yank', 'unpublish', 'relist'], load: devApp },
  invitation: { verbs: ['create', 'list', 'revoke'], load: download },
  invite: { verbs: ['requests', 'answer'], load: download },
  release: { verbs: ['publish', 'withdraw', 'require', 'list'], load: download },
  private: { verbs: ['publish', 'withdraw'], load: download },
  jobs: { verbs: ['list', 'run'], load: jobs },
  licence: {
    verbs: ['show', 'list', 'grant', 'revoke', 'files', 'release-files', 'keys', 'reseal'],
    load: licence,
  },
  order: {
    verbs: [
      'list',
      'show',
      'confirm-transfer',
      'refund-decide',
      'invoice-issued',
      'invoice-declined',
      'return-payment',
      'offer',
    ],
    load: order,
  },
  plan: { verbs: ['list', 'set-price', 'sell', 'withdraw'], load: order },
  seller: { verbs: ['show', 'set'], load: order },
  review: { verbs: ['queue', 'show', 'suggest', 'decide'], load: review },
  calendar: { verbs: ['show', 'set', 'import'], load: review },
  role: { verbs: ['grant', 'revoke', 'list'], load: role },
  site: { verbs: ['show', 'change'], load: site },
  app: {
    verbs: ['certify', 'uncertify', 'feature', 'unfeature', 'takedown', 'lift-takedown'],
    load: store,
  },
  report: { verbs: ['list', 'close'], load: store },
  user: {
    verbs: ['show', 'sessions', 'end-sessions', 'remove-factor', 'disable', 'enable', 'delete'],
    load: user,
  },
};

/** The first word of a command line that is no option. */
export const groupOf = (argv: readonly string[]): string => argv.find((word) => !word.startsWith('-')) ?? '';

/** Whether a running server can run the command line. */
export function isForServer(argv: readonly string[]): boolean {
  const group = groupOf(argv);
  return Object.hasOwn(GROUPS, group) && GROUPS[group]?.alone !== true;
}

/** The commands of a group; empty for an unknown group. */
export async function commandsOf(group: string): Promise<readonly OpsCommand[]> {
  const found = Object.hasOwn(GROUPS, group) ? GROUPS[group] : undefined;
  const all = (await found?.load()) ?? [];
  return all.filter(({ name }) => name === group || name.startsWith(`${group} `));
}

/** Every command, by group. */
export async function allCommands(): Promise<readonly OpsCommand[]> {
  const groups = await Promise.all(Object.keys(GROUPS).map((group) => commandsOf(group)));
  return groups.flat();
}
