import { MINUTE } from '@yunduo/validation';
import { asc, gt, lt, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { after } from '../../clock.ts';
import { within, type Context } from '../../context.ts';
import { jobRuns } from '../../db/schema/index.ts';
import { audit, type Actor } from '../audit/audit.ts';

/** How often each process looks whether a job is due. */
const TICK = 15_000;

/** Something that is done again and again, by one process at a time. */
export interface Job {
  name: string;
  /** Milliseconds between two runs. */
  every: number;
  /**
   * Runs in a transaction together with the claim: after a crash nothing of it is done, and the next tick does it
   * again. Mails go through the outbox of the same transaction. Answers what it did, for the log.
   */
  run(context: Context): Promise<number>;
}

export interface JobState {
  name: string;
  every: number;
  /** Null: never. */
  ranAt: Date | null;
  due: boolean;
}

export interface Jobs {
  /** Modules add theirs while the app is built. */
  add(job: Job): void;
  /** Runs what is due; answers what each job that ran has done. */
  runDue(): Promise<Record<string, number>>;
  /** As `runDue`, and also names the jobs that failed. */
  runAll(): Promise<{ done: Record<string, number>; failed: string[] }>;
  /** Runs one job now, due or not, because somebody said so; null when there is none of that name. */
  run(name: string, actor: Actor): Promise<number | null>;
  /** Every job in the order of their names. */
  list(): Promise<JobState[]>;
}

const dueBefore = (now: Date, every: number): Date => after(now, 1 - every);
/** A run later than this lies behind a clock that was set back; clocks of two machines are less apart. */
const impossibleAfter = (now: Date): Date => after(now, MINUTE);

/** Claims the job for this run: of several processes exactly one gets it, the others see that it is done. */
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

/** The recurring jobs of a process, none yet. */
export function createJobs(app: FastifyInstance): Jobs {
  const jobs: Job[] = [];

  async function runOne(job: Job): Promise<number | null> {
    return app.db.transaction(async (tx) => {
      const context = within(app, tx);
      return (await claim(context, job)) ? job.run(context) : null;
    });
  }

  async function runAll(): Promise<{ done: Record<string, number>; failed: string[] }> {
    const done: Record<string, number> = {};
    const failed: string[] = [];
    for (const job of jobs) {
      try {
        const count = await runOne(job);
        if (count === null) continue;
        done[job.name] = count;
        if (count > 0) app.log.info({ job: job.name, count }, 'job done');
      } catch (err) {
        // One job that fails must not keep the others; nothing of it was kept, the next tick tries again.
        failed.push(job.name);
        app.log.error({ job: job.name, err }, 'job failed');
      }
    }
    return { done, failed };
  }

  return {
    add(job) {
      if (jobs.some(({ name }) => name === job.name)) throw new Error(`two jobs are called ${job.name}`);
      jobs.push(job);
    },
    runDue: async () => (await runAll()).done,
    runAll,
    async run(name, actor) {
      const job = jobs.find((one) => one.name === name);
      if (!job) return null;
      return app.db.transaction(async (tx) => {
        const context = within(app, tx);
        await claim(context, job, true);
        const count = await job.run(context);
        await audit(context, actor, { action: 'job.run', target: `job:${name}`, details: { count } });
        return count;
      });
    },
    async list() {
      const now = app.clock.now();
      const runs = await app.db.select().from(jobRuns).orderBy(asc(jobRuns.name));
      return jobs
        .map(({ name, every }) => {
          const ranAt = runs.find((run) => run.name === name)?.ranAt ?? null;
          const due = ranAt === null || ranAt < dueBefore(now, every) || ranAt > impossibleAfter(now);
          return { name, every, ranAt, due };
        })
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

/** Looks every few seconds whether something is due, until the app closes. */
export function startJobs(app: FastifyInstance): void {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= app.jobs.runDue().finally(() => (running = null));
  }, TICK);
  timer.unref();
  // What has begun is finished before the database is closed under it.
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
