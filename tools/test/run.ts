import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** The Nx targets that every project must pass; with `CI`, Storybook is built too. */
export const TARGETS = `--targets=lint,typecheck,test,build${process.env['CI'] ? ',build-storybook' : ''}`;

export interface Outcome {
  code: number;
  output: string;
}

export interface RunOptions {
  /** The working folder; the root by default. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** After this many ms the whole process group is killed and the run fails. */
  limit: number;
  /** Suppresses the output, for commands whose output is data. */
  quiet?: boolean;
}

/** Runs a command, prints its output and returns it. Never hangs: no stdin, and a time limit. */
export function run(
  command: string,
  args: readonly string[],
  { cwd = root, env = {}, limit, quiet }: RunOptions,
): Promise<Outcome> {
  return new Promise((settle) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, so that a time limit reaches grandchildren too.
      detached: true,
    });
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      if (!quiet) process.stdout.write(chunk);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const kill = (): void => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has already exited.
      }
    };
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, limit);
    const interrupted = (): void => {
      kill();
      process.exit(130);
    };
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    // Of several commands at once the first one ends this process.
    process.once('exit', kill);
    const finish = (code: number, note = ''): void => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted).off('exit', kill);
      if (note) hear(Buffer.from(`${note}\n`));
      settle({ code, output });
    };
    child.once('error', (error) => finish(127, `${command}: ${error.message}`));
    child.once('close', (code, signal) => {
      // Processes left in its group must not outlive the step.
      kill();
      if (late) finish(124, `${command} took longer than ${Math.round(limit / 1000)} s and was ended.`);
      else finish(code ?? 1, signal ? `${command} was ended by ${signal}.` : '');
    });
  });
}

/** A tool of the project, run on the Node that runs this script: `node_modules/.bin` need not be in PATH. */
export const tool = (path: string, args: readonly string[], options: RunOptions): Promise<Outcome> =>
  run(process.execPath, [resolve(root, 'node_modules', path), ...args], options);

/** The tests of a Jest configuration, run as ES modules. */
export const jest = (
  config: string,
  { env, ...options }: RunOptions,
  args: readonly string[] = [],
): Promise<Outcome> =>
  tool('jest/bin/jest.js', ['--config', config, ...args], {
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings=ExperimentalWarning', ...env },
    ...options,
  });
