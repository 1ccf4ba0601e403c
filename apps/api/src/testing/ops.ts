import { tmpdir } from 'node:os';
import type { Locale } from '@yunduo/i18n';
import { OpsError } from '../ops/command.ts';
import { allCommands } from '../ops/index.ts';
import { runOps } from '../ops/program.ts';
import { sessionOver } from '../ops/session.ts';
import type { TestApp } from './app.ts';

export interface OpsAnswer {
  /** Exit code. */
  code: number;
  out: string;
  err: string;
  /** The result of a command with `--json`. */
  json<T>(): T;
}

/** Deciding accounts of the seeded world on the command line, by required role. */
const SEEDED = { operator: 'operator@yunduo.test', reviewer: 'reviewer@yunduo.test' };

/** The command line, with the deciding account added where it is required and missing. */
async function acting(line: readonly string[], staff: Record<string, string>): Promise<string[]> {
  const spec = (await allCommands()).find(({ name }) => name === line.slice(0, 2).join(' '));
  const needed = spec && 'run' in spec && spec.decides === 'always' && !line.includes('--as');
  return needed ? [...line, '--as', staff[spec.role ?? 'operator'] ?? ''] : [...line];
}

/** Runs command lines over a test's app; pass a list if a word contains spaces. `staff` are the deciding accounts. */
export function opsOf(
  api: TestApp,
  { user = 'root', locale = 'en', cwd = tmpdir(), staff = SEEDED as Record<string, string> } = {},
) {
  return async (line: string | readonly string[]): Promise<OpsAnswer> => {
    let out = '';
    let err = '';
    const io = {
      out: (text: string) => void (out += text),
      err: (text: string) => void (err += text),
      cwd,
      user,
      locale: locale as Locale,
    };
    const code = await runOps(await acting(typeof line === 'string' ? line.split(' ') : line, staff), io, {
      withSession: async (who, work) => work(await sessionOver(api.app, who)),
      environment: () => Promise.reject(new OpsError('a test’s app is running')),
    });
    return { code, out, err, json: <T>() => JSON.parse(out) as T };
  };
}
