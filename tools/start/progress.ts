export interface Limits {
  /** A process without progress for this many ms is stuck. */
  idle: number;
  /** Interval in ms at which the awaited step is reported. */
  notice: number;
}

/** Not a speed limit: a busy machine may take ten times as long as an idle one. */
const LIMITS: Limits = { idle: 15 * 60_000, notice: 15_000 };

interface Watched {
  name: string;
  print(line: string): void;
  /** Called once, with a sentence, when the process is stuck. */
  onStuck(sentence: string): void;
  limits?: Limits | undefined;
}

export interface Watch {
  /** Records progress: a new step of the process, or an output line (without a name). */
  mark(step?: string): void;
  end(): void;
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/**
 * Waits for a process as long as it names new steps or prints lines. Reports periodically what it waits for,
 * and when progress has stopped.
 */
export function watchProgress({ name, print, onStuck, limits = LIMITS }: Watched): Watch {
  const startedAt = performance.now();
  let step = '';
  let last = startedAt;
  const timer = setInterval(() => {
    const now = performance.now();
    const doing = step ? ` (${step})` : '';
    if (now - last < limits.idle) {
      print(`Waiting for ${name}${doing}: ${seconds(now - startedAt)}`);
      return;
    }
    clearInterval(timer);
    onStuck(
      `${name} has made no progress for ${seconds(now - last)}${doing} and was not ready after ${seconds(now - startedAt)}.`,
    );
  }, limits.notice);
  return {
    mark(named) {
      if (named !== undefined && named === step) return;
      last = performance.now();
      step = named ?? step;
    },
    end: () => clearInterval(timer),
  };
}
