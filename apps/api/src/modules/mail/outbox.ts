import { currentHeaders, within } from '@yunduo/tracing';
import { DAY, EMAIL_MAX, EMAIL_PATTERN, SECOND } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Clock } from '../../clock.ts';
import type { Database, Db } from '../../db/client.ts';
import { plainError } from '../../db/errors.ts';
import { mailDeliveries } from '../../db/schema/index.ts';
import { encrypt, decrypt } from '../../encryption.ts';
import { isLive, type IssuedCode } from '../codes/email-codes.ts';
import { AT_ONCE, MailNotTaken, type Mail, type Transport } from './transport.ts';

const QUEUE = 'mail';
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Seconds between scans for mails of dead processes. */
const LOOK_FOR_ORPHANS = 10;
const RULES = {
  // A mail server may be down for days (RFC 5321 §4.5.4.1): retry after 5 s, 10 s, 20 s … at most every 5 minutes, for
  // five days.
  retryLimit: 1_460,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  // A sending worker sends a heartbeat every 5 s, so another process soon retries the jobs of a killed one, while a job
  // waiting on a slow mail server stays with its worker. Only a job that exceeds the longest server timeout is taken
  // from a live process.
  expireInSeconds: 600,
  heartbeatSeconds: 15,
  // Longer than the tries last: a mail that still waits then is deleted without a line in the log.
  retentionSeconds: (14 * DAY) / SECOND,
  deleteAfterSeconds: 600,
};
/** Seconds for which a mail that was given up is counted on the operators' desk. */
const FAILED_KEPT = DAY / SECOND;
const HEARTBEAT = 5;
/** On shutdown, deliveries in progress have this long, ms; the process itself has a second more. */
const LEAVE = 8_000;
const REMEMBER_TRIES = 3;
const DELIVERED = 'mail delivered';

interface Waiting {
  sealed: string;
  /** Request that caused the mail, and its span; missing in mails of earlier versions and of commands. */
  origin?: Record<string, string>;
}

interface Log {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Mails to send, stored in the database next to the data they are about. */
export interface Outbox {
  /**
   * Enqueues a mail in the caller's transaction: it is sent if and only if that commits. A mail with a code is dropped
   * if the code is no longer valid at delivery: a later mail may already carry the valid one.
   */
  enqueue(db: Db, mail: Mail, code?: IssuedCode): Promise<void>;
  /** Opens the queue; with `deliver: false`, mails are delivered by `drain` only. */
  start(options: { deliver: boolean }): Promise<void>;
  /** Delivers all waiting mails in their order; returns how many are finished. */
  drain(): Promise<number>;
  /** Resolves when the transport accepts mails. @throws MailNotTaken */
  check(): Promise<void>;
  /** Number of undelivered mails, and the age of the oldest in seconds. */
  waiting(): Promise<{ count: number; oldest: number }>;
  /** Number of mails given up within a day. */
  failed(): Promise<number>;
  stop(): Promise<void>;
}

interface Options {
  database: Database;
  transport: Transport;
  clock: Clock;
  /** Encrypts waiting mails: they contain codes, which are never stored in plain text. */
  key: Buffer;
  log: Log;
}

/** The outbox over a database and a transport; nothing is opened before `start`. */
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

  /** Mails in delivery, or delivered but not yet marked so in the database: this process never sends them twice. */
  const handedOn = new Map<string, Promise<void>>();

  /** Returns the outcome of the delivery, for the log. */
  async function deliver({ id, data }: JobWithMetadata<Waiting>): Promise<string> {
    const [sent] = await database.db.select().from(mailDeliveries).where(eq(mailDeliveries.id, id));
    if (sent) return DELIVERED;
    const { code, ...sealed } = decrypt(key, data.sealed) as Mail & { code?: IssuedCode };
    const requestId = data.origin?.['x-request-id'];
    const mail = requestId
      ? { ...sealed, headers: { ...sealed.headers, 'X-Request-Id': requestId } }
      : sealed;
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

  /** Retries the update: a briefly busy database must not cause the same mail to be sent twice. */
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

  /** The desk counts mails that were given up; delivered ones are deleted sooner. */
  const keepForOperators = (id: string) =>
    database.db.execute(sql`
      update pgboss.job set deletion_seconds = ${FAILED_KEPT} where name = ${QUEUE} and id = ${id}`);

  async function deliverAll(jobs: JobWithMetadata<Waiting>[]): Promise<JobResult[]> {
    return Promise.all(
      jobs.map(async (job): Promise<JobResult> => {
        const { 'x-request-id': reqId, traceparent } = job.data.origin ?? {};
        const line = { ...(reqId && { reqId }), mail: job.id };
        try {
          const origin = { requestId: reqId, traceparent, kind: 'consumer' as const };
          log.info(line, await within('mail', origin, () => deliver(job)));
          return { id: job.id, status: 'completed' };
        } catch (err) {
          const output = { message: plainError(err).message };
          const isRefused = err instanceof MailNotTaken && err.forGood;
          const isOver = job.retryCount >= job.retryLimit;
          if (isRefused || isOver) await keepForOperators(job.id);
          if (isRefused) {
            log.error({ ...line, err }, 'mail refused for good, it is not tried again');
            return { id: job.id, status: 'completed', output };
          }
          const text = isOver
            ? 'mail given up after its last try'
            : 'mail not delivered, it will be tried again';
          log.error({ ...line, err }, text);
          return { id: job.id, status: 'failed', output };
        }
      }),
    );
  }

  /** The embedded database has one process at a time: any earlier holder of a mail is dead. */
  async function takeOver(): Promise<void> {
    const jobs = await boss.findJobs(QUEUE);
    const orphans = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
    if (orphans.length > 0) await boss.fail(QUEUE, orphans, { message: 'its process ended' });
  }

  return {
    async enqueue(db, mail, code) {
      rejectInjection(mail);
      // Drizzle's types of `execute` and `sql` are wider than those of pg-boss.
      const inside = fromDrizzle(db as never, sql as never);
      const waiting: Waiting = { sealed: encrypt(key, { ...mail, code }), origin: currentHeaders() };
      await boss.send(QUEUE, waiting, { db: inside });
    },

    async start({ deliver: deliverNow }) {
      await boss.start();
      await boss.createQueue(QUEUE, RULES);
      // An existing queue keeps the rules it was created with.
      await boss.updateQueue(QUEUE, RULES);
      // The first send looks up a queue that is not cached; inside a transaction of PGlite, whose only connection is in
      // use, that lookup would wait forever.
      await boss.findJobs(QUEUE, { id: NOBODY });
      if (database.kind === 'pglite') await takeOver();
      started = true;
      if (!deliverNow) return;
      await boss.work<
        Waiting,
        unknown,
        {
          perJobResults: true;
          includeMetadata: true;
          batchSize: number;
          burstWhenBatchFull: boolean;
          pollingIntervalSeconds: number;
          heartbeatRefreshSeconds: number;
        }
      >(
        QUEUE,
        {
          perJobResults: true,
          // The number of tries.
          includeMetadata: true,
          // Mails beyond this batch are left to other processes.
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
        // One at a time: of two to one address, the newer is also the newest in its mailbox.
        const jobs = await boss.fetch<Waiting>(QUEUE, { batchSize: 1, includeMetadata: true });
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
      // A permanently refused mail counts as completed in pg-boss; its output holds the reason.
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

/** Rejects an address or subject that could inject a header. */
function rejectInjection({ to, subject, headers = {} }: Mail): void {
  if (to.length > EMAIL_MAX || !EMAIL_PATTERN.test(to)) throw new Error('refused: not one mail address');
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = /[\u0000-\u001f\u007f]/;
  if (control.test(subject)) throw new Error('refused: control character in a subject');
  if (Object.values(headers).some((value) => control.test(value)))
    throw new Error('refused: control character in a header');
}
