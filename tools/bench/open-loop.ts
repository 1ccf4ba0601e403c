/**
 * An open loop: requests start on schedule, whether earlier ones are answered or not, like those of visitors.
 */
export interface OpenLoopOptions {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  duration: number;
  /** The maximum of concurrent requests. Later ones wait, and their wait is counted. */
  connections: number;
  /** Sends the request with this number and resolves when it is answered. */
  ask(index: number): Promise<void>;
}

export interface OpenLoopResult {
  /** Sorted latencies in milliseconds, from the scheduled start to the response. */
  times: number[];
  failures: number;
  /** Share of one CPU that sending used. */
  ownShare: number;
  /** The longest delay of a request's start, caused by this process being busy. */
  lag: number;
}

export async function openLoop({
  rate,
  duration,
  connections,
  ask,
}: OpenLoopOptions): Promise<OpenLoopResult> {
  const total = Math.round((rate * duration) / 1000);
  const times: number[] = [];
  const waiting: { index: number; due: number }[] = [];
  let [failures, underWay, sent, lag] = [0, 0, 0, 0];
  const cpu = process.cpuUsage();
  const startedAt = performance.now();

  await new Promise<void>((resolve) => {
    const one = async ({ index, due }: { index: number; due: number }): Promise<void> => {
      underWay += 1;
      try {
        await ask(index);
      } catch {
        failures += 1;
      }
      times.push(performance.now() - due);
      underWay -= 1;
      const next = waiting.shift();
      if (next) void one(next);
      else if (times.length === total) resolve();
    };
    const tick = (): void => {
      const now = performance.now();
      while (sent < total && startedAt + (sent * 1000) / rate <= now) {
        const question = { index: sent, due: startedAt + (sent * 1000) / rate };
        lag = Math.max(lag, now - question.due);
        sent += 1;
        if (underWay < connections) void one(question);
        else waiting.push(question);
      }
      if (sent < total) setTimeout(tick, 1);
    };
    tick();
  });
  const { user, system } = process.cpuUsage(cpu);
  const ownShare = (user + system) / 1000 / (performance.now() - startedAt);
  return { times: times.sort((a, b) => a - b), failures, ownShare, lag };
}
