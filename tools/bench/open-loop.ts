/** An open loop: questions come at their time, whether those before them are answered or not, as visitors do. */
export interface OpenLoopOptions {
  /** Questions a second. */
  rate: number;
  /** Milliseconds. */
  duration: number;
  /** At most so many are under way; what comes then waits, and its waiting is counted. */
  connections: number;
  /** Asks the question with this number and resolves when it is answered. */
  ask(index: number): Promise<void>;
}

export interface OpenLoopResult {
  /** Milliseconds from the moment a question was due to its answer, sorted. */
  times: number[];
  failures: number;
  /** Share of one processor that asking took. */
  ownShare: number;
  /** The longest that questions left later than they were due, because this process was busy. */
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
  const begun = performance.now();

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
      while (sent < total && begun + (sent * 1000) / rate <= now) {
        const question = { index: sent, due: begun + (sent * 1000) / rate };
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
  const ownShare = (user + system) / 1000 / (performance.now() - begun);
  return { times: times.sort((a, b) => a - b), failures, ownShare, lag };
}
