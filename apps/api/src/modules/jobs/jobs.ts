import { randomUUID } from 'node:crypto';
import { within } from '@yunduo/tracing';
import { MINUTE } from '@yunduo/validation';
import { eq, gt, lt, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import { jobFailures, jobRuns } from '../../db/schema/index.ts';
import { audit, type Actor } from '../audit/audit.ts';

/** Interval at which each process checks for due jobs, ms. */
const TICK = 15_000;

/** A recurring task, run by one process at a time. */
export interface Job {
  name: string;
  /** Milliseconds between two runs. */
  every: number;
  /**
   * Runs in the same transaction as the claim: after a crash nothing is done, and the next tick repeats it. Mails go
   * through the outbox of that transaction. Returns the number of items processed, for the log. One that calls others
   * ends between two calls once `stopping` is aborted.
   */
  run(context: Context, stopping?: AbortSignal): Promise<number>;
  /**
   * For work on files or whole tables, longer than a transaction may idle and than other jobs may wait. The claim
   * commits first, and the work runs outside a transaction: after a crash or an error the rest is left to the next run,
   * so each step must be safe by itself.
   */
  long?: boolean;
}

export interface JobState {
  name: string;
  every: number;
  /** Null: never. */
  ranAt: Date | null;
  due: boolean;
  /** Of a job whose last run failed: since when, and the request id of the latest run in the log. */
  failing: { since: Date; requestId: string } | null;
}

export interface Due {
  /** Only the long or the short jobs. */
  long: boolean;
  /** Once aborted, no further job is started. */
  stopping?: AbortSignal;
}

export interface Jobs {
  /** Modules add their jobs while the app is built. */
  add(job: Job): void;
  /** Runs due jobs, optionally only some; returns the result of each. */
  runDue(which?: Due): Promise<Record<string, number>>;
  /** As `runDue`, and also returns the failed jobs. */
  runAll(): Promise<{ done: Record<string, number>; failed: string[] }>;
  /** Runs one job now, due or not, on request; null when there is none of that name. */
  run(name: string, actor: Actor): Promise<number | null>;
  /** All jobs, sorted by name. */
  list(): Promise<JobState[]>;
  /** Failed runs since this process started, by job name. */
  failures(): ReadonlyMap<string, number>;
}

const dueBefore = (now: Date, every: number): Date => after(now, 1 - every);
/** A later last run means that the clock was set back; the clocks of two servers differ by less. */
const impossibleAfter = (now: Date): Date => after(now, MINUTE);

/** Claims a job for this run: of concurrent processes exactly one gets it. */
async function claim({ db, clock }: Context, { name, every }: Job, wanted = false): Promise<boolean> {
  const now = clock.now();
  const claimed = await db
    .insert(jobRuns)
    .values({ name, ranAt: now })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { ranAt: now },
      ...(!wanted && {
        setWhere: or(lt(jobRuns.ranAt, dueBefore(now, every)), gt(jobRuns.ranAt, impossibleAfter(now))),
      }),
    })
    .returning({ name: jobRuns.name });
  return claimed.length > 0;
}

/** The recurring jobs of a process, initially none. */
export function createJobs(app: FastifyInstance): Jobs {
  const jobs: Job[] = [];
  const failures = new Map<string, number>();

  /** Each run has a request id of its own, which its mails carry as well. */
  async function runOne(job: Job, requestId: string, stopping?: AbortSignal): Promise<number | null> {
    const run = (context: Context): Promise<number> =>
      within(`job ${job.name}`, { requestId, attributes: { 'job.name': job.name } }, () =>
        job.run(context, stopping),
      );
    if (job.long) return (await claim(app, job)) ? run(app) : null;
    return app.db.transaction(async (tx) => {
      const context = withTransaction(app, tx);
      return (await claim(context, job)) ? run(context) : null;
    });
  }

  /** For operators, who do not read the log. The database may be what failed: then it is left to the next run. */
  async function recordFailure(name: string, requestId: string): Promise<void> {
    const row = { name, since: app.clock.now(), requestId };
    await app.db
      .insert(jobFailures)
      .values(row)
      .onConflictDoUpdate({ target: jobFailures.name, set: { requestId } })
      .catch((err: unknown) =>
        app.log.error({ reqId: requestId, job: name, err }, 'job failure not recorded'),
      );
  }

  async function runAll(which?: Due): Promise<{ done: Record<string, number>; failed: string[] }> {
    const done: Record<string, number> = {};
    const failed: string[] = [];
    for (const job of jobs) {
      if (which && which.long !== Boolean(job.long)) continue;
      if (which?.stopping?.aborted) break;
      const reqId = randomUUID();
      try {
        const count = await runOne(job, reqId, which?.stopping);
        if (count === null) continue;
        await app.db.delete(jobFailures).where(eq(jobFailures.name, job.name));
        done[job.name] = count;
        if (count > 0) app.log.info({ reqId, job: job.name, count }, 'job done');
      } catch (err) {
        // A failing job must not block the others; it was rolled back, and the next tick retries it, or the next run of
        // a long one.
        failed.push(job.name);
        failures.set(job.name, (failures.get(job.name) ?? 0) + 1);
        app.log.error({ reqId, job: job.name, err }, 'job failed');
        await recordFailure(job.name, reqId);
      }
    }
    return { done, failed };
  }

  return {
    add(job) {
      if (jobs.some(({ name }) => name === job.name)) throw new Error(`two jobs are called ${job.name}`);
      jobs.push(job);
    },
    runDue: async (which) => (await runAll(which)).done,
    runAll: () => runAll(),
    failures: () => failures,
    async run(name, actor) {
      const job = jobs.find((one) => one.name === name);
      if (!job) return null;
      const now = async (context: Context): Promise<number> => {
        await claim(context, job, true);
        const count = await job.run(context);
        await context.db.delete(jobFailures).where(eq(jobFailures.name, name));
        await audit(context, actor, { action: 'job.run', target: `job:${name}`, details: { count } });
        return count;
      };
      return job.long ? now(app) : app.db.transaction((tx) => now(withTransaction(app, tx)));
    },
    async list() {
      const now = app.clock.now();
      const [runs, failures] = await Promise.all([
        app.db.select().from(jobRuns),
        app.db.select().from(jobFailures),
      ]);
      return jobs
        .map(({ name, every }) => {
          const ranAt = runs.find((run) => run.name === name)?.ranAt ?? null;
          const due = ranAt === null || ranAt < dueBefore(now, every) || ranAt > impossibleAfter(now);
          const failed = failures.find((one) => one.name === name);
          const failing = failed ? { since: failed.since, requestId: failed.requestId } : null;
          return { name, every, ranAt, due, failing };
        })
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

/**
 * Checks for due jobs every few seconds; returns a function that stops, and waits for running jobs. The other due jobs
 * are left to another process, or to the next start: a shutdown has only seconds.
 */
export function keepRunning(jobs: Jobs): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Map<boolean, Promise<unknown>>();
  const timer = setInterval(() => {
    // In parallel: long jobs must not delay those due every minute.
    for (const long of [false, true]) {
      if (running.has(long)) continue;
      running.set(
        long,
        jobs.runDue({ long, stopping: stopping.signal }).finally(() => running.delete(long)),
      );
    }
  }, TICK);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.all(running.values());
  };
}

/** Runs the jobs until the app closes. */
export function startJobs(app: FastifyInstance): void {
  // Running jobs finish before the database is closed.
  app.addHook('onClose', keepRunning(app.jobs));
}
