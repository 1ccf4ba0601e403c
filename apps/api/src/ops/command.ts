// The operators' command line: `npm run ops -- <group> <verb>`.
//
// A domain adds its commands as follows:
//   1. `ops/<domain>.ts` exports a list: `export const orderCommands = [opsCommand<Options, Result>({ … })]`.
//   2. `ops/index.ts` gets its groups, with their verbs.
//   3. `ops/<domain>.test.ts` runs them: `const ops = opsOf(api); await ops('order confirm --no …')` (`testing/ops.ts`).
//
// A command calls the same service as its `/admin_*` call, with `session.context` (never inside another transaction:
// services open their own) and `session.actor`, and returns plain data: `--json` prints it unchanged, `show` formats it
// for people (a text, one object as lines, a list as a table). Catalogue errors are printed in the language of
// `--lang`; `OpsError` is for errors specific to the command line. Exit codes: 0 done, 1 refused or failed, 2 usage
// error. `--json`, `--lang`, `--as` and `--help` are always available; `--yes` where `destructive` states the
// consequence.
import type { Locale } from '@yunduo/i18n';
import type { Role } from '@yunduo/validation';
import type { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Page } from '../db/query.ts';
import type { Actor } from '../modules/audit/audit.ts';

/** The caller's environment and output. */
export interface OpsIo {
  out(text: string): void;
  err(text: string): void;
  /** The text of standard input, for a file named `-`. */
  input?: (() => Promise<string>) | undefined;
  /** Folder that relative paths start from. */
  cwd: string;
  /** System user that ran the command. */
  user: string;
  /** Language of messages without `--lang`. */
  locale: Locale;
}

/** Dependencies of a command: the app as built by the server, without a listening port. */
export interface OpsSession {
  context: Context;
  /** For commands beyond services: jobs, the database as a whole. */
  app: FastifyInstance;
  actor: Actor;
  locale: Locale;
  /** Resolves a path typed by the operator. The command may run in the server's process, in another folder. */
  path(file: string): string;
  /** As given by the caller; see `OpsIo`. */
  input?: OpsIo['input'];
  /** Prints a remark to stderr. */
  note(line: string): void;
}

/** Environment of a command that runs without a database, such as one that creates it. */
export interface OpsEnvironment {
  config: Config;
  locale: Locale;
  path(file: string): string;
  note(line: string): void;
}

interface CommandBase<Options, Result> {
  /** Group and verb: `invitation create`. */
  name: string;
  /** One sentence without a full stop. */
  about: string;
  /** Arguments after `npm run -s ops --`, as shown in the help: without `-s` npm prints lines of its own. */
  examples: readonly [string, ...string[]];
  /** Adds Commander's options and arguments. */
  options?: (command: Command) => Command;
  /** Set if `--yes` is required: the consequence, as in `… every code of it stops working`. */
  destructive?: string;
  /** Whether these options require `--yes`; default: always. */
  isDestructive?(options: Options): boolean;
  /** Output for people: a text, an object (one line per field) or a list (a table). Default: the result. */
  show?(result: Result, options: Options): unknown;
}

export interface SessionCommand<Options, Result> extends CommandBase<Options, Result> {
  /**
   * Set if the command decides about an account: `--as` must name the deciding account, which cannot decide about
   * itself. `after-first-admin`: the system user may, while no admin can sign in.
   */
  decides?: 'always' | 'after-first-admin';
  /** Role required of `--as`; an admin has every role. */
  role?: Exclude<Role, 'user' | 'developer'>;
  run(session: OpsSession, options: Options, args: string[]): Promise<Result>;
}

/** Works on data that no server may have open, so it is never forwarded to a running one. */
export interface GroundCommand<Options, Result> extends CommandBase<Options, Result> {
  runAlone(ground: OpsEnvironment, options: Options, args: string[]): Promise<Result>;
}

export type OpsCommand = SessionCommand<never, never> | GroundCommand<never, never>;

/** Declares a command with the types of its options and result. */
export function opsCommand<Options extends object = object, Result = unknown>(
  command: SessionCommand<Options, Result> | GroundCommand<Options, Result>,
): OpsCommand {
  return command as unknown as OpsCommand;
}

/** A page of a list, with a remark when it is one of several: a table alone reads as the whole list. */
export function notePage<P extends Page<unknown>>(session: Pick<OpsSession, 'note'>, shown: P): P {
  const pages = Math.ceil(shown.total / shown.page_size);
  if (Math.max(pages, shown.page) > 1) session.note(`page ${shown.page} of ${pages} (--page)`);
  return shown;
}

/** An error specific to the command line, with a one-line message. */
export class OpsError extends Error {
  override name = 'OpsError';
}
