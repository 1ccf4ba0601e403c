import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n/en';
import { terminal as enTerminal } from '@yunduo/i18n/en/terminal';
import { zh } from '@yunduo/i18n/zh';
import { terminal as zhTerminal } from '@yunduo/i18n/zh/terminal';
import { Command, CommanderError, Option } from 'commander';
import { resolve } from 'node:path';
import { ConfigError } from '../config.ts';
import { databaseIsAway } from '../db/errors.ts';
import { errorResponse } from '../http/envelope.ts';
import { ApiError, apiError } from '../http/errors.ts';
import { unstorableField } from '../http/storable.ts';
import { explain } from '../run-command.ts';
import { StartError } from '../start-error.ts';
import { email } from './arguments.ts';
import {
  OpsError,
  type OpsCommand,
  type OpsEnvironment,
  type OpsIo,
  type OpsSession,
  type SessionCommand,
} from './command.ts';
import { human } from './human.ts';
import { commandsOf, groupOf, GROUPS } from './index.ts';

const DONE = 0;
const FAILED = 1;
const USED_WRONGLY = 2;

/** Services that a host provides to a command. */
export interface OpsHost {
  /** Opens a session for a caller; closes it when the work has ended. */
  withSession<T>(who: Who, work: (session: OpsSession) => Promise<T>): Promise<T>;
  /** The configuration only. @throws OpsError where a server is running */
  environment(io: OpsIo, locale: Locale): Promise<OpsEnvironment>;
}

export interface Who {
  io: OpsIo;
  locale: Locale;
  /** Address given by `--as`. */
  as: string | null;
  role: string;
  /** Whether the command decides about an account, which requires `as`. */
  decides: SessionCommand<never, never>['decides'];
}

interface CommonOptions {
  json?: boolean;
  lang?: Locale;
  as?: string;
  yes?: boolean;
}

/** `help`, `help order`, `help order list` and `order help list` as `--help`, since people type both. */
function helpAsOption(argv: readonly string[]): readonly string[] {
  const [first = '', second, ...rest] = argv;
  if (first === 'help') return [...argv.slice(1), '--help'];
  const isGroup = Object.hasOwn(GROUPS, first) && GROUPS[first]?.about === undefined;
  return isGroup && second === 'help' ? [first, ...rest, '--help'] : argv;
}

/** Runs one command line and returns its exit code; all output goes to `io`. */
export async function runOps(typed: readonly string[], io: OpsIo, host: OpsHost): Promise<number> {
  let code = DONE;
  const argv = helpAsOption(typed);
  const program = new Command('ops')
    .usage('<group> <verb> [options]')
    .description('What operators do, over the same services as the calls under /admin_*.')
    .exitOverride()
    .showHelpAfterError('(--help shows how it is used)')
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) })
    .helpCommand(false);
  // Help and unknown groups match no command, so the group of the first word is enough.
  const named = await commandsOf(groupOf(argv));
  for (const [group, { verbs, about }] of Object.entries(GROUPS)) {
    const specs = named.filter(({ name }) => name.split(' ')[0] === group);
    if (about !== undefined && specs.length === 0) program.command(group).summary(about);
    const parent =
      about === undefined ? program.command(group).description(verbs.join(', ')).helpCommand(false) : program;
    for (const spec of specs) {
      addCommand(parent, spec, async (options, args) => {
        code = await execute(spec, { options, args }, io, host);
      });
    }
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    // Commander has printed the error; requesting help is no error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USED_WRONGLY;
    throw error;
  }
  return code;
}

function addCommand(
  parent: Command,
  spec: OpsCommand,
  act: (options: CommonOptions, args: string[]) => Promise<void>,
): void {
  const command = parent
    .command(spec.name.split(' ').at(-1) ?? '')
    .summary(spec.about)
    .description(`${spec.about}.`)
    .allowExcessArguments(false)
    .showHelpAfterError('(--help shows how it is used)');
  (spec.options?.(command) ?? command)
    .option('--json', 'print the result as JSON')
    .addOption(new Option('--lang <language>', 'language of messages').choices(['zh', 'en']));
  if ('run' in spec)
    command.option(
      '--as <email>',
      `in the name of this account, which needs the role${AS_NEEDED[spec.decides ?? 'never']}`,
      email,
    );
  if (spec.destructive) command.option('--yes', `agree: ${spec.destructive}`);
  command.addHelpText(
    'after',
    `\nExample${spec.examples.length > 1 ? 's' : ''}:\n${spec.examples.map((line) => `  npm run -s ops -- ${line}`).join('\n')}\n`,
  );
  command.action((...given: unknown[]) => {
    // Commander passes the arguments, then the options, then itself.
    const args = given.slice(0, -2).flat() as string[];
    return act(given.at(-2) as CommonOptions, args);
  });
}

const AS_NEEDED = {
  always: '; needed: this decides about a person',
  'after-first-admin': '; needed once there is an admin',
  never: '',
} as const;
export const NAME_WHO_DECIDES = 'this decides about a person: name the account that decides with --as';

async function execute(
  spec: OpsCommand,
  { options, args }: { options: CommonOptions; args: string[] },
  io: OpsIo,
  host: OpsHost,
): Promise<number> {
  const locale = options.lang ?? io.locale;
  const unstorable = unstorableField({ ...options, arguments: args });
  if (unstorable !== null) {
    io.err(`error: a character of ${unstorable} cannot be stored.\n`);
    return USED_WRONGLY;
  }
  if (spec.destructive && (spec.isDestructive?.(options as never) ?? true) && !options.yes) {
    io.err(`error: ${spec.destructive}. Add --yes to agree.\n`);
    return USED_WRONGLY;
  }
  const as = options.as ?? null;
  const decides = 'run' in spec ? spec.decides : undefined;
  if (decides === 'always' && as === null) {
    io.err(`error: ${NAME_WHO_DECIDES}.\n`);
    return USED_WRONGLY;
  }
  try {
    const result = await ('run' in spec
      ? host.withSession({ io, locale, as, role: spec.role ?? 'operator', decides }, (session) =>
          spec.run(session, options as never, args),
        )
      : spec.runAlone(await host.environment(io, locale), options as never, args));
    const shown = options.json
      ? JSON.stringify(result ?? null, undefined, 2)
      : human(spec.show ? spec.show(result as never, options as never) : result);
    io.out(`${shown}\n`);
    return DONE;
  } catch (error) {
    return failed(error, io, locale, options.json);
  }
}

/** Prints an error, and returns the exit code. */
export function failed(error: unknown, io: OpsIo, locale: Locale, json = false): number {
  io.err(`${json ? JSON.stringify({ error: problem(error, locale) }) : wordsOf(error, locale)}\n`);
  return FAILED;
}

const terminalWords = { zh: zhTerminal, en: enTerminal };
const fieldWords = { zh: zh.validation, en: en.validation };

function problem(
  error: unknown,
  locale: Locale,
): { code: string; msg: string; fields?: Record<string, string> } {
  if (error instanceof ApiError) {
    const { code, msg } = errorResponse(locale, error.code, error.data, error.words);
    const ours: Partial<Record<string, string>> = terminalWords[locale];
    const fields = Object.entries(error.data?.fields ?? {}).map(([field, key]) => [
      field,
      (fieldWords[locale] as Record<string, string>)[key] ?? key,
    ]);
    return {
      code,
      msg: ours[code] ?? msg,
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) as Record<string, string> }),
    };
  }
  if (databaseIsAway(error)) return problem(apiError('UNAVAILABLE'), locale);
  if (error instanceof OpsError || error instanceof StartError || error instanceof ConfigError) {
    return { code: error instanceof OpsError ? 'REFUSED' : 'CANNOT_START', msg: error.message };
  }
  return { code: 'INTERNAL', msg: explain(error) };
}

function wordsOf(error: unknown, locale: Locale): string {
  const { code, msg, fields = {} } = problem(error, locale);
  const first = msg
    .split('\n')
    .map((line, index) => (index === 0 || code === 'CANNOT_START' ? `error: ${line}` : line))
    .join('\n');
  const shownCode = error instanceof ApiError ? ` (${code})` : '';
  return [first + shownCode, ...Object.entries(fields).map(([field, words]) => `  ${field}: ${words}`)].join(
    '\n',
  );
}

/** Paths, standard input and remarks, common to all commands. */
export const environmentOf = (io: OpsIo): Pick<OpsSession, 'path' | 'note' | 'input'> => ({
  path: (file) => resolve(io.cwd, file),
  note: (line) => io.err(`${line}\n`),
  input: io.input,
});
