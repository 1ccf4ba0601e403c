import { tmpdir } from 'node:os';
import type { Locale } from '@yunduo/i18n';
import { OpsError } from '../ops/command.ts';
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

/** Runs command lines over a test's app; a list where a word holds blanks. */
export function opsOf(api: TestApp, { user = 'root', locale = 'en', cwd = tmpdir() } = {}) {
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
    const code = await runOps(typeof line === 'string' ? line.split(' ') : line, io, {
      withSession: async (who, work) => work(await sessionOver(api.app, who)),
      ground: () => Promise.reject(new OpsError('a test’s app is running')),
    });
    return { code, out, err, json: <T>() => JSON.parse(out) as T };
  };
}
