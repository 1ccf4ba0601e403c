// npm run ops -- <group> <verb>: the operators' command line; `command.ts` explains how to add commands.
import { userInfo } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { readConfig, type Config } from '../config.ts';
import { DataFolderInUse } from '../db/data-lock.ts';
import { runCommand } from '../run-command.ts';
import type { OpsIo } from './command.ts';
import { ForwardedExit, runOps, type OpsHost } from './program.ts';
import { decoded } from './text-file.ts';

// A reader such as `head` may close the pipe. Anything else, such as a full disk, loses output that cannot be repeated:
// new codes are shown once.
let lost = false;
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || lost) return;
  lost = true;
  process.exitCode = 1;
  process.stderr.write(`error: the output cannot be written (${code}); the command itself was run\n`);
});

await runCommand(async () => {
  const argv = process.argv.slice(2);
  const io: OpsIo = {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    input: async () => decoded(await buffer(process.stdin), 'standard input'),
    // npm runs scripts in the workspace root; paths are relative to the operator's folder.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    user: systemUser(),
    locale: /^zh/i.test(process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '')
      ? 'zh'
      : 'en',
  };
  // Read when a command needs it: the help works without a configuration.
  let settings: Config | null = null;
  // Loads the whole API, so only when a command runs.
  const host = async (): Promise<OpsHost> => {
    const { ownHost } = await import('./host.ts');
    return ownHost((settings ??= readConfig(process.env)));
  };
  const code = await runOps(argv, io, {
    environment: async (...args) => (await host()).environment(...args),
    withSession: async (who, work) => {
      try {
        return await (await host()).withSession(who, work);
      } catch (error) {
        if (!(error instanceof DataFolderInUse) || settings === null) throw error;
        const { askServer } = await import('./control.ts');
        const answer = await askServer(settings.dataDir, argv, io);
        if (answer === null) throw error;
        throw new ForwardedExit(answer);
      }
    },
  });
  process.exitCode = lost ? 1 : code;
});

/** A container may run under an id without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
