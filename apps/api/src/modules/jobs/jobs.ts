import { lt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { after } from '../../clock.ts';
import { within, type Context } from '../../context.ts';
import { jobRuns } from '../../db/schema/index.ts';

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

export interface Jobs {
  /** Modules add theirs while the app is built. */
  add(job: Job): void;
  /** Runs what is due; answers what each job that ran has done. */
  runDue(): Promise<Record<string, number>>;
}

/** Claims the job for this run: of several processes exactly one gets it, the others see that it is done. */
async function claim({ db, clock }: Context, { name, every }: Job): Promise<boolean> {
  const now = clock.now();
  const claimed = await db
    .insert(jobRuns)
    .values({ name, ranAt: now })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { ranAt: now },
      setWhere: lt(jobRuns.ranAt, after(now, 1 - every)),
    })
    .returning({ name: jobRuns.name });
  return claimed.length > 0;
}

export function createJobs(app: FastifyInstance): Jobs {
  const jobs: Job[] = [];

  async function runOne(job: Job): Promise<number | null> {
    return app.db.transaction(async (tx) => {
      const context = within(app, tx);
      return (await claim(context, job)) ? job.run(context) : null;
    });
  }

  return {
    add(job) {
      if (jobs.some(({ name }) => name === job.name)) throw new Error(`two jobs are called ${job.name}`);
      jobs.push(job);
    },
    async runDue() {
      const done: Record<string, number> = {};
      for (const job of jobs) {
        try {
          const count = await runOne(job);
          if (count === null) continue;
          done[job.name] = count;
          if (count > 0) app.log.info({ job: job.name, count }, 'job done');
        } catch (err) {
          // One job that fails must not keep the others; nothing of it was kept, the next tick tries again.
          app.log.error({ job: job.name, err }, 'job failed');
        }
      }
      return done;
    },
  };
}

/** Looks every few seconds whether something is due, until the app closes. */
export function startJobs(app: FastifyInstance): void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    void app.jobs.runDue().finally(() => (running = false));
  }, TICK);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
