import { readdirSync, readFileSync } from 'node:fs';

export interface Limits {
  /** A process without progress for this many ms is stuck. */
  idle: number;
  /** Maximum ms of one step, even if it uses CPU time throughout: an endless loop does too. */
  step: number;
  /** Interval in ms at which the awaited step is reported. */
  notice: number;
}

/** Not a speed limit: a busy machine may take ten times as long as an idle one. */
const LIMITS: Limits = { idle: 2 * 60_000, step: 15 * 60_000, notice: 15_000 };

/** The CPU share below which a process is idle: one that polls uses less. */
const BUSY = 0.02;
const TICKS_PER_SECOND = 100;

/**
 * CPU time in ms of a process, its children and those that it has waited for; null if the system does not
 * tell (no `/proc`).
 */
export function cpuTime(pid: number): number | null {
  const children = new Map<number, number[]>();
  const used = new Map<number, number>();
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  for (const name of names) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command's name is in brackets and may contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const parent = Number(fields[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
      used.set(
        Number(name),
        fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0),
      );
    } catch {
      // The process has exited meanwhile.
    }
  }
  const ticksOf = (of: number): number =>
    (used.get(of) ?? 0) + (children.get(of) ?? []).reduce((sum, child) => sum + ticksOf(child), 0);
  return used.has(pid) ? (ticksOf(pid) * 1000) / TICKS_PER_SECOND : null;
}

interface Watched {
  name: string;
  pid: number | undefined;
  print(line: string): void;
  /** Called once, with a sentence, when the process is stuck. */
  onStuck(sentence: string): void;
  limits?: Limits | undefined;
  /** For tests. */
  now?: () => number;
  cpu?: (pid: number) => number | null;
}

export interface Watch {
  /** Records a new step of the process, or any output line as progress (without a name). */
  mark(step?: string): void;
  /** Checks once; a timer calls it. */
  look(): void;
  end(): void;
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/**
 * Waits for a process as long as it makes progress: it names a new step, prints a line, or uses CPU time.
 * Reports periodically what it waits for, and when progress has stopped.
 */
export function watchProgress({
  name,
  pid,
  print,
  onStuck,
  limits = LIMITS,
  now = () => performance.now(),
  cpu = cpuTime,
}: Watched): Watch {
  const used = (): number => (pid === undefined ? null : cpu(pid)) ?? 0;
  const startedAt = now();
  let step = '';
  let stepBegun = startedAt;
  let noticed = startedAt;
  let last = { at: startedAt, used: used() };
  const doing = (): string => (step ? ` (${step})` : '');
  let ended = false;
  const end = (): void => {
    ended = true;
    clearInterval(timer);
  };
  const look = (): void => {
    const at = now();
    const cpuNow = used();
    if (cpuNow - last.used >= BUSY * limits.idle) last = { at, used: cpuNow };
    const stuck =
      at - last.at >= limits.idle
        ? `has made no progress for ${seconds(at - last.at)}`
        : at - stepBegun >= limits.step && `has been at the same step for ${seconds(at - stepBegun)}`;
    if (stuck) {
      end();
      onStuck(`${name} ${stuck}${doing()} and was not ready after ${seconds(at - startedAt)}.`);
    } else if (at - noticed >= limits.notice) {
      noticed = at;
      print(`Waiting for ${name}${doing()}: ${seconds(at - startedAt)}`);
    }
  };
  const timer = setInterval(look, Math.min(limits.notice, limits.idle) / 4);
  return {
    mark(named) {
      if (ended) return;
      last.at = now();
      if (named === undefined || named === step) return;
      step = named;
      stepBegun = last.at;
    },
    look,
    end,
  };
}
