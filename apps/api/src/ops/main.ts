// npm run ops -- <group> <verb>: the operators' command line; `command.ts` explains how to add commands.
import { userInfo } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { runCommand } from '../run-command.ts';
import { askServer } from './ask-server.ts';
import type { OpsIo } from './command.ts';
import { isForServer } from './index.ts';
import { failed, runOps, type OpsHost } from './program.ts';
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
  // The help works without a configuration.
  const settings = (): Config => readConfig(process.env);
  // Loads the whole API, so only when a command runs.
  const host = async (): Promise<OpsHost> => (await import('./host.ts')).ownHost(settings());
  const code =
    (isForServer(argv) ? await askedServer(settings, argv, io) : null) ??
    (await runOps(argv, io, {
      environment: async (...args) => (await host()).environment(...args),
      withSession: async (...args) => (await host()).withSession(...args),
    }));
  process.exitCode = lost ? 1 : code;
});

/**
 * Runs a command in the server that holds the embedded database, and returns its exit code; null where this process
 * runs it. An invalid configuration is reported by the command itself.
 */
async function askedServer(
  settings: () => Config,
  argv: readonly string[],
  io: OpsIo,
): Promise<number | null> {
  try {
    const { databaseUrl, dataDir } = settings();
    return databaseUrl === null ? await askServer(dataDir, argv, io) : null;
  } catch (error) {
    if (error instanceof ConfigError) return null;
    return failed(error, io, io.locale, argv.includes('--json'));
  }
}

/** A container may run under an id without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
