// The operators' command line: `npm run ops -- <group> <verb>`.
//
// A domain adds its commands so:
//   1. `ops/<domain>.ts` exports a list: `export const orderCommands = [opsCommand<Options, Result>({ … })]`.
//   2. `ops/index.ts` gets its groups, with their verbs.
//   3. `ops/<domain>.test.ts` runs them: `const ops = opsOf(api); await ops('order confirm --no …')` (`testing/ops.ts`).
//
// A command calls the same service as its `/admin_*` call, with `session.context` (never inside a transaction that is
// not its own: services open theirs) and `session.actor`, and answers plain data: `--json` prints it as it is, `show`
// says how a person reads it (a text, one object as lines, a list as a table). Errors of the catalogue are printed in
// the language of `--lang`; `OpsError` is for what only a command line can get wrong. Exit codes: 0 done, 1 refused or
// failed, 2 used wrongly. `--json`, `--lang`, `--as` and `--help` are everywhere; `--yes` where `destructive` says what
// is at stake.
import type { Locale } from '@yunduo/i18n';
import type { Role } from '@yunduo/validation';
import type { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../modules/audit/audit.ts';

/** Who typed the command, and where its words go. */
export interface OpsIo {
  out(text: string): void;
  err(text: string): void;
  /** Folder that relative paths count from. */
  cwd: string;
  /** System user that ran the command. */
  user: string;
  /** Language of messages when `--lang` says nothing. */
  locale: Locale;
}

/** What a command works with: the app as the server has it, without a listening port. */
export interface OpsSession {
  context: Context;
  /** For what is more than services: the jobs, the database as a whole. */
  app: FastifyInstance;
  actor: Actor;
  locale: Locale;
  /** A path as the operator typed it, made absolute. The command may run in the server's process, elsewhere. */
  path(file: string): string;
  /** A remark beside the result: goes to stderr. */
  note(line: string): void;
}

/** What a command gets that runs without a database, such as one that makes it. */
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
  /** Lines after `npm run -s ops --`, as the help shows them: without `-s` npm's own lines stand before the output. */
  examples: readonly [string, ...string[]];
  /** Adds Commander's options and arguments. */
  options?: (command: Command) => Command;
  /** Set when `--yes` is asked for: what happens, as in `… every code of it stops working`. */
  destructive?: string;
  /** Whether `--yes` is asked for with these options, too; without it, with all. */
  isDestructive?(options: Options): boolean;
  /** What a person reads: a text, an object (a line for each field) or a list (a table). Without it, the result. */
  show?(result: Result, options: Options): unknown;
}

export interface SessionCommand<Options, Result> extends CommandBase<Options, Result> {
  /**
   * Set when it decides about somebody: `--as` must say which account does, and that account decides nothing about
   * itself. `after-first-admin`: the system user may, as long as no admin can sign in.
   */
  decides?: 'always' | 'after-first-admin';
  /** Role that `--as` must have; an admin has every one. */
  role?: Exclude<Role, 'user' | 'developer'>;
  run(session: OpsSession, options: Options, args: string[]): Promise<Result>;
}

/** Works on what no server may have open, so it is never passed on to a running one. */
export interface GroundCommand<Options, Result> extends CommandBase<Options, Result> {
  runAlone(ground: OpsEnvironment, options: Options, args: string[]): Promise<Result>;
}

export type OpsCommand = SessionCommand<never, never> | GroundCommand<never, never>;

/** Declares a command with the types of its options and of its result. */
export function opsCommand<Options extends object = object, Result = unknown>(
  command: SessionCommand<Options, Result> | GroundCommand<Options, Result>,
): OpsCommand {
  return command as unknown as OpsCommand;
}

/** What only a command line can get wrong; the message is one plain line. */
export class OpsError extends Error {
  override name = 'OpsError';
}
