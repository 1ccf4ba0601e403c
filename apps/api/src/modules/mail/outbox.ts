import { EMAIL_MAX, EMAIL_PATTERN } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Clock } from '../../clock.ts';
import type { Database, Db } from '../../db/client.ts';
import { plainError } from '../../db/errors.ts';
import { mailDeliveries } from '../../db/schema/index.ts';
import { encrypt, decrypt } from '../../encryption.ts';
import { isLive, type IssuedCode } from '../codes/email-codes.ts';
import { AT_ONCE, MailNotTaken, type Mail, type Transport } from './transport.ts';

const QUEUE = 'mail';
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Seconds between two looks for mails whose process is gone. */
const LOOK_FOR_ORPHANS = 10;
const RULES = {
  // A mail server may be away for a day: 5 s, 10 s, 20 s … at most 5 minutes between tries.
  retryLimit: 300,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  // Whoever sends says so every 5 s: what a process held that was killed is tried again by another one soon, and what
  // a slow mail server keeps waiting is left to whom it belongs. Only what hangs for longer than any server may take for
  // its answers is taken away from a process that lives.
  expireInSeconds: 600,
  heartbeatSeconds: 15,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 600,
};
const HEARTBEAT = 5;
/** What is being handed on when the process is told to leave has this long; the process itself has a second more. */
const LEAVE = 8_000;
const REMEMBER_TRIES = 3;
const DELIVERED = 'mail delivered';

interface Log {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Mails to be sent, kept in the database with what they belong to. */
export interface Outbox {
  /**
   * Takes a mail in the caller's transaction: it is sent when, and only when, that commits. One that carries a code is
   * dropped if that is dead before the mail can be handed on: a later mail may be there already, with the code that works.
   */
  enqueue(db: Db, mail: Mail, code?: IssuedCode): Promise<void>;
  /** Opens the queue; `deliver: false` leaves delivery to `drain`. */
  start(options: { deliver: boolean }): Promise<void>;
  /** Delivers what waits; answers how many mails are done with. */
  drain(): Promise<number>;
  /** Resolves when mails could be handed on now. @throws MailNotTaken */
  check(): Promise<void>;
  /** Mails that are not handed on yet, and the seconds for which the oldest of them waits. */
  waiting(): Promise<{ count: number; oldest: number }>;
  /** Mails that were given up, as long as the queue remembers them. */
  failed(): Promise<number>;
  stop(): Promise<void>;
}

interface Options {
  database: Database;
  transport: Transport;
  clock: Clock;
  /** Seals the waiting mails: they hold codes, which are stored nowhere in the open. */
  key: Buffer;
  log: Log;
}

/** The outbox over a database and a way out; nothing is opened before `start`. */
export function createOutbox({ database, transport, clock, key, log }: Options): Outbox {
  const boss = new PgBoss({
    db: database.jobs,
    backend: database.kind,
    schema: 'pgboss',
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: LOOK_FOR_ORPHANS,
    monitorIntervalSeconds: LOOK_FOR_ORPHANS,
  });
  boss.on('error', (err) => log.error({ err }, 'mail queue failed'));
  let started = false;

  /** What is being handed on, or was and the database does not know it yet: nobody here sends it a second time. */
  const handedOn = new Map<string, Promise<void>>();

  /** Answers what became of the mail, for the log. */
  async function deliver({ id, data }: Job<{ sealed: string }>): Promise<string> {
    const [sent] = await database.db.select().from(mailDeliveries).where(eq(mailDeliveries.id, id));
    if (sent) return DELIVERED;
    const { code, ...mail } = decrypt(key, data.sealed) as Mail & { code?: IssuedCode };
    if (code && !(await isLive(database.db, code, clock.now()))) return 'mail dropped: its code is dead';
    const sending = handedOn.get(id) ?? transport.send(id, mail, clock.now());
    handedOn.set(id, sending);
    await sending.catch((error: unknown) => {
      handedOn.delete(id);
      throw error;
    });
    await remember(id);
    handedOn.delete(id);
    return DELIVERED;
  }

  /** A database that is busy for a moment must not cost somebody the same mail twice. */
  async function remember(id: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await database.db
          .insert(mailDeliveries)
          .values({ id, deliveredAt: clock.now() })
          .onConflictDoNothing();
        return;
      } catch (error) {
        if (tries === REMEMBER_TRIES) throw error;
      }
    }
  }

  async function deliverAll(jobs: Job<{ sealed: string }>[]): Promise<JobResult[]> {
    return Promise.all(
      jobs.map(async (job): Promise<JobResult> => {
        try {
          log.info({ mail: job.id }, await deliver(job));
          return { id: job.id, status: 'completed' };
        } catch (err) {
          const output = { message: plainError(err).message };
          if (err instanceof MailNotTaken && err.forGood) {
            log.error({ mail: job.id, err }, 'mail refused for good, it is not tried again');
            return { id: job.id, status: 'completed', output };
          }
          log.error({ mail: job.id, err }, 'mail not delivered, it will be tried again');
          return { id: job.id, status: 'failed', output };
        }
      }),
    );
  }

  /** The embedded database has one process at a time: who held a mail before us is gone. */
  async function takeOver(): Promise<void> {
    const jobs = await boss.findJobs(QUEUE);
    const orphans = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
    if (orphans.length > 0) await boss.fail(QUEUE, orphans, { message: 'its process ended' });
  }

  return {
    async enqueue(db, mail, code) {
      rejectInjection(mail);
      // Drizzle's own types of `execute` and `sql` are wider than what pg-boss names.
      const within = fromDrizzle(db as never, sql as never);
      await boss.send(QUEUE, { sealed: encrypt(key, { ...mail, code }) }, { db: within });
    },

    async start({ deliver: deliverNow }) {
      await boss.start();
      await boss.createQueue(QUEUE, RULES);
      // A queue that is there already keeps the rules it was made with.
      await boss.updateQueue(QUEUE, RULES);
      // A queue that is not cached is looked up by the first send; inside a transaction of PGlite, whose one
      // connection is taken, that would wait for ever.
      await boss.findJobs(QUEUE, { id: NOBODY });
      if (database.kind === 'pglite') await takeOver();
      started = true;
      if (!deliverNow) return;
      await boss.work<
        { sealed: string },
        unknown,
        {
          perJobResults: true;
          batchSize: number;
          burstWhenBatchFull: boolean;
          pollingIntervalSeconds: number;
          heartbeatRefreshSeconds: number;
        }
      >(
        QUEUE,
        {
          perJobResults: true,
          // What cannot be handed on now is left to the other processes.
          batchSize: AT_ONCE,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 0.5,
          heartbeatRefreshSeconds: HEARTBEAT,
        },
        deliverAll,
      );
    },

    async drain() {
      let delivered = 0;
      for (;;) {
        const jobs = await boss.fetch<{ sealed: string }>(QUEUE, { batchSize: AT_ONCE });
        if (jobs.length === 0) return delivered;
        for (const { id, status, output } of await deliverAll(jobs)) {
          if (status === 'completed') await boss.complete(QUEUE, id, output as object | undefined);
          else await boss.fail(QUEUE, id, output as object);
          if (status === 'completed') delivered += 1;
        }
      }
    },

    check: () => transport.check(),

    async waiting() {
      const { rows } = await database.db.execute<{ count: number; oldest: number }>(sql`
        select count(*)::int as count, coalesce(extract(epoch from now() - min(created_on)), 0)::float as oldest
        from pgboss.job where name = ${QUEUE} and state in ('created', 'retry', 'active')`);
      return rows[0] ?? { count: 0, oldest: 0 };
    },

    async failed() {
      // What was refused for good counts as done there, with what the other side said.
      const { rows } = await database.db.execute<{ count: number }>(sql`
        select count(*)::int as count from pgboss.job where name = ${QUEUE}
          and (state = 'failed' or state = 'completed' and output ? 'message')`);
      return rows[0]?.count ?? 0;
    },

    async stop() {
      if (started) await boss.stop({ graceful: true, close: false, timeout: LEAVE });
      started = false;
      transport.close();
    },
  };
}

/** An address or subject that could become a header of its own never gets into the queue. */
function rejectInjection({ to, subject, headers = {} }: Mail): void {
  if (to.length > EMAIL_MAX || !EMAIL_PATTERN.test(to)) throw new Error('refused: not one mail address');
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = /[\u0000-\u001f\u007f]/;
  if (control.test(subject)) throw new Error('refused: control character in a subject');
  if (Object.values(headers).some((value) => control.test(value)))
    throw new Error('refused: control character in a header');
}
