import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { watchProgress, type Limits } from './progress.ts';
import { root, StartError } from './settings.ts';

export interface ChildOptions {
  /** Its name in messages. */
  name: string;
  /** Node's arguments: flags, the file, its arguments. */
  args: string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Receives its output lines, except the line about listening. */
  print(line: string): void;
  /**
   * Buffers its error output until it is ready: if it exits before, its error is part of the message about
   * the exit and is printed nowhere else.
   */
  reasonOnce?: boolean;
  /** How long to wait without progress. */
  limits?: Limits;
}

export interface Child {
  name: string;
  pid: number;
  /** The address that it reports. Rejects if it exits first, or makes no progress any more. */
  ready: Promise<string>;
  /** Settles after its exit, with a sentence about the exit. */
  ended: Promise<string>;
  /** Sends SIGTERM, and SIGKILL after `patience` ms. */
  stop(patience: number): Promise<void>;
  /** Kill -9: no cleanup is possible. */
  kill(): Promise<void>;
}

const listening = /listening (?:on|at) (https?:\/\/[^\s"'\\]+)/i;

/**
 * The error message in a process's last lines: no stack frames, no Node version line; of a log line, its
 * message.
 */
export function reasonIn(lines: readonly string[]): string | undefined {
  const line = lines.findLast((candidate) => /^[^\s}]/.test(candidate) && !/^Node\.js v/.test(candidate));
  try {
    const { msg } = JSON.parse(line ?? '') as { msg?: unknown };
    return typeof msg === 'string' ? msg : line;
  } catch {
    return line?.replace(/^error: /, '');
  }
}

/** No child may outlive this process, even if it dies without stopping them. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Starts a Node process in its own process group (this process forwards Ctrl+C) and waits for its address.
 */
export function startChild({
  name,
  args,
  cwd = root,
  env,
  print,
  reasonOnce = false,
  limits,
}: ChildOptions): Child {
  const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'parent-watch.ts'), ...args], {
    cwd,
    // As in the images: otherwise the C library reserves a hundred megabytes for idle threads.
    env: { MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  running.add(child);
  const lastWords: string[] = [];
  let stored: string[] | undefined = reasonOnce ? [] : undefined;
  const release = (lines = stored ?? []): void => {
    stored = undefined;
    lines.forEach(print);
  };
  let found: (address: string) => void;
  let failed: (error: Error) => void;
  const ready = new Promise<string>((resolve, reject) => {
    found = resolve;
    failed = reject;
  });
  // Callers see the failure if they wait for it; waiting is optional.
  ready.catch(() => undefined);
  const watch = watchProgress({
    name,
    print,
    limits,
    onStuck: (sentence) => failed(new StartError(sentence)),
  });
  // Its activity before it listens (`starting` in the API).
  child.on('message', (message) => {
    const { starting } = message as { starting?: unknown };
    if (typeof starting === 'string') watch.mark(starting);
  });
  const hear = (line: string, error: boolean): void => {
    const address = listening.exec(line)?.[1];
    if (address) {
      watch.end();
      release();
      found(address);
      return;
    }
    watch.mark();
    if (error) {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
    }
    if (error && stored) stored.push(line);
    else print(line);
  };
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => hear(line, false));
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => hear(line, true));

  const ended = new Promise<string>((resolve) => {
    const end = (how: string): void => {
      running.delete(child);
      watch.end();
      const why = reasonIn(lastWords);
      release(stored?.filter((line) => reasonIn([line]) !== why));
      const what = why ? `${name} ${how}: ${why}` : `${name} ${how}.`;
      failed(new StartError(what));
      resolve(what);
    };
    child.once('error', (error) => end(`could not be started (${error.message})`));
    // "close", not "exit": by then all of its output has been read.
    child.once('close', (code, signal) =>
      end(signal ? `was ended by ${signal}` : `ended with exit code ${code}`),
    );
  });
  return {
    name,
    pid: child.pid ?? 0,
    ready,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop(patience) {
      if (!running.has(child)) return;
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), patience);
      await ended;
      clearTimeout(insist);
    },
  };
}
