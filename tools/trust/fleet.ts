import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, isFree } from '@yunduo/e2e/free-port';
import { provideNginx, startNginx } from '../test/nginx.ts';
import { startPostgres } from '../test/postgres.ts';
import type { Cluster } from '../test/postgres.ts';
import type { Child } from '../start/child.ts';
import { ApiClient, ApiProcess, startSite } from './api-process.ts';
import type { Answered, Ask } from './api-process.ts';
import { Findings, ms, percentile } from './statistics.ts';
import { onServer } from './test-env.ts';
import { beginPayment, newPerson, signedNotice, someAddress, mailsTo, registerOne } from './people.ts';
import type { Order, Person } from './people.ts';

const PROCESSES = 3;
const BUYERS = 4;
const READERS = 6;
/** The hourly order limit of an account; then a new account is used. */
const ORDERS = 20;
const RETRIES = 3;
const RETRY_PAUSE = 400;
/** Maximum ms of a process's orderly end. */
const END_LIMIT = 10_000;
/** An email whose process was killed while sending is retried after its lease. */
const MAIL_LIMIT = 180_000;

/** Failures that callers met. */
class Record {
  requests = 0;
  /** Failures that a retry resolved. */
  mended: string[] = [];
  /** Failures that no retry resolved. */
  lost: string[] = [];
  took: number[] = [];

  /**
   * Repeats a request until it succeeds, as a user who presses again; repeating is harmless. `attempt`
   * returns null on success, otherwise the fault.
   */
  async asking(what: string, attempt: () => Promise<string | null>): Promise<void> {
    this.requests += 1;
    let wrong: string | null = null;
    for (let tries = 0; tries <= RETRIES; tries += 1) {
      const startedAt = performance.now();
      const failed = await attempt().catch(
        (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
      );
      if (failed === null) {
        if (tries === 0) this.took.push(performance.now() - startedAt);
        else this.mended.push(`${what}: ${wrong}`);
        return;
      }
      wrong = failed;
      await pause(RETRY_PAUSE * 2 ** tries);
    }
    this.lost.push(`${what}: ${wrong}`);
  }
}

interface Buyer extends Person {
  /** Orders that were requested, each with its own idempotency key. */
  asked: number;
  acknowledged: string[];
  paid: string[];
}

/** Reads pages and calls of the store: from the edge's cache, from the site's, and uncached. */
async function read(origin: string, record: Record, until: () => boolean): Promise<void> {
  const pages = ['/', '/en/store', '/store?cate=runtime', '/protocol/user-agreement'];
  for (let turn = 0; !until(); turn += 1) {
    const page = pages[turn % pages.length] ?? '/';
    // A unique address reaches a process of the site every time.
    const own =
      turn % 2 === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}q=${randomBytes(4).toString('hex')}`;
    for (const path of [own, `/api/app_store/list?page=${(turn % 3) + 1}`, '/api/site/info']) {
      await record.asking(path.split('?', 1)[0] ?? path, async () => {
        const answer = await fetch(origin + path, {
          headers: { 'x-forwarded-for': someAddress() },
          signal: AbortSignal.timeout(15_000),
        });
        const text = await answer.text();
        return answer.status === 200 && text.length > 100 ? null : `status ${answer.status}`;
      });
    }
    await pause(20);
  }
}

/** Orders and pays: a repeated request must give the same result. */
async function buy(edge: ApiClient, buyer: Buyer, record: Record, until: () => boolean): Promise<void> {
  const call = async <T>(url: string, ask: Ask): Promise<T> => {
    let data: T | undefined;
    await record.asking(url, async () => {
      const answer: Answered<T> = await edge.ask<T>('POST', url, { ...ask, limit: 15_000 });
      if (answer.status !== 200) return `${answer.status} ${answer.code}`;
      data = answer.data;
      return null;
    });
    if (data === undefined) throw new Error(url);
    return data;
  };
  const { token } = buyer;
  while (!until() && buyer.asked < ORDERS) {
    const address = someAddress();
    const key = { 'idempotency-key': randomBytes(12).toString('hex') };
    buyer.asked += 1;
    try {
      const input = { data: { plan: 'm1', quantity: 1 }, token, address, headers: key };
      const order = await call<Order>('/order/create', input);
      buyer.acknowledged.push(order.order_no);
      const notice = await beginPayment(edge, token, order);
      await call('/pay_notify/sandbox', signedNotice(notice));
      buyer.paid.push(order.order_no);
    } catch {
      // Already counted, or the start of a payment, which is not retried here.
    }
    await pause(30);
  }
}

/** The number of pictures per address before the limit. */
async function picturesFor(api: ApiClient): Promise<number> {
  const address = someAddress();
  for (let count = 0; count < 1000;) {
    const { status } = await api.ask('POST', '/captcha/challenge', { data: { scene: 'login' }, address });
    if (status === 200) count += 1;
    // Busy is not a rejection.
    else if (status !== 503) return count;
  }
  return Infinity;
}

export interface FleetOptions {
  /** How long the callers run, in ms. */
  duration: number;
  /** Waits for emails of processes that were killed while sending. */
  patient: boolean;
}

/**
 * Three processes of the API and three of the public site behind nginx, on one PostgreSQL with a replica. One
 * of each kind is killed and one rolled while users read and buy; the replica is cut off.
 */
export async function runFleet({ duration, patient }: FleetOptions): Promise<boolean> {
  const nginx = await provideNginx();
  if (!nginx) throw new Error('There is no nginx, and none could be installed.');
  const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-fleet-'));
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const cluster = await startPostgres();
    ends.push(() => cluster.stop());
    return await onCluster(cluster, { nginx, dataDir, ends, duration, patient });
  } finally {
    for (const end of ends.toReversed()) await end().catch((error: unknown) => console.error(error));
  }
}

interface FleetRun extends FleetOptions {
  nginx: string;
  dataDir: string;
  ends: (() => Promise<unknown>)[];
}

async function onCluster(
  cluster: Cluster,
  { nginx, dataDir, ends, duration, patient }: FleetRun,
): Promise<boolean> {
  const findings = new Findings();
  await onServer(cluster.url, 'create database fleet template template0');
  const named = (url: string): string => url.replace(/\/postgres$/, '/fleet');
  const standby = await cluster.standby();

  // Not ephemeral ports: a port that is free for a moment must stay available to its process.
  const ports = async (): Promise<number[]> => {
    const found = new Set<number>();
    while (found.size < PROCESSES) {
      const port = randomInt(20_000, 30_000);
      if (await isFree(port)) found.add(port);
    }
    return [...found];
  };
  const [apiPorts, sitePorts, internal] = [await ports(), await ports(), await freePort()];
  const at = (port: number): string => `127.0.0.1:${port}`;
  const edge = await startNginx(nginx, {
    api: apiPorts.map(at),
    site: sitePorts.map(at),
    console: [at(1)],
    internal: at(internal),
    trust: ['127.0.0.1'],
    dev: true,
    // All clients share one machine and its address.
    unlimited: true,
  });
  ends.push(() => edge.stop());

  const startApi = (port: number): Promise<ApiProcess> =>
    ApiProcess.start(dataDir, {
      PORT: String(port),
      ORIGIN: edge.origin,
      DATABASE_URL: named(cluster.url),
      DATABASE_REPLICA_URL: named(standby.url),
      // Silent: each process would log that the replica is cut off.
      LOG_LEVEL: 'silent',
    });
  const siteAt = (port: number): Promise<Child> =>
    startSite({ PORT: String(port), ORIGIN: edge.origin, API_BASE_URL: `http://${at(internal)}` });
  // Only one process seeds the world.
  const apis = [await startApi(apiPorts[0] ?? 0)];
  ends.push(() => Promise.all(apis.map((api) => api.kill())));
  apis.push(...(await Promise.all(apiPorts.slice(1).map(startApi))));
  const sites = await Promise.all(sitePorts.map(siteAt));
  ends.push(() => Promise.all(sites.map((site) => site.kill())));

  const api = new ApiClient(edge.origin);
  const alone = await picturesFor(apis[0] as ApiProcess);
  const together = await picturesFor(api);
  findings.check(
    alone === together,
    `one address gets ${together} pictures from three processes, ${alone} from one`,
  );

  const buyers: Buyer[] = [];
  const somebody = async (): Promise<Buyer> => {
    const buyer = { ...(await newPerson(api)), asked: 0, acknowledged: [], paid: [] };
    buyers.push(buyer);
    return buyer;
  };
  const first = await Promise.all(Array.from({ length: BUYERS }, somebody));
  const record = new Record();
  let over = false;
  // Also after a failure: no caller may keep running.
  ends.push(async () => void (over = true));
  const until = (): boolean => over;
  const codes: string[] = [];
  const registering = async (): Promise<void> => {
    while (!over) await registerOne(api, (email) => codes.push(email)).catch(() => pause(200));
  };
  const callers = [
    ...first.map(async (buyer) => {
      await buy(api, buyer, record, until);
      while (!over)
        await somebody().then(
          (next) => buy(api, next, record, until),
          () => pause(500),
        );
    }),
    ...Array.from({ length: READERS }, () => read(edge.origin, record, until)),
    registering(),
  ];
  const startedAt = performance.now();
  const moment = (part: number): Promise<void> =>
    pause(Math.max(0, startedAt + duration * part - performance.now()));

  await moment(0.1);
  await apis[0]?.kill();
  await moment(0.3);
  apis[0] = await startApi(apiPorts[0] ?? 0);
  const rolled = await apis[1]?.end();
  apis[1] = await startApi(apiPorts[1] ?? 0);
  await moment(0.5);
  await sites[0]?.kill();
  sites[0] = await siteAt(sitePorts[0] ?? 0);
  await sites[1]?.stop(END_LIMIT);
  sites[1] = await siteAt(sitePorts[1] ?? 0);
  await moment(0.75);
  const read3 = await readingsOf(named(standby.url));
  await standby.stop();
  await moment(1);
  over = true;
  await Promise.all(callers);
  const seconds = (performance.now() - startedAt) / 1000;

  for (const line of [...record.lost, ...record.mended.slice(0, 10)]) console.log(`  ${line}`);
  console.log(
    `${record.requests} requests in ${Math.round(seconds)} s (${Math.round(record.requests / seconds)}/s), p50 ${ms(percentile(record.took, 50))}, p99 ${ms(percentile(record.took, 99))}; ${record.mended.length} needed a second try`,
  );
  findings.check(
    rolled?.inOrder === true,
    `the API that was rolled ended in order, after ${ms(rolled?.took ?? NaN)}`,
  );
  findings.check(
    record.requests > 50 && record.lost.length === 0,
    'no request failed that a retry did not mend',
  );
  findings.check(
    read3 > 0,
    `the store was read from the replica (${read3} readings), and went on without it`,
  );

  let [orders, request, doubled] = [0, 0, 0];
  const missing: string[] = [];
  for (const buyer of buyers) {
    const all = await ordersOf(named(cluster.url), buyer.email);
    orders += all.length;
    request += buyer.asked;
    if (all.length > buyer.asked) doubled += all.length - buyer.asked;
    for (const no of buyer.acknowledged) if (!all.some((order) => order.no === no)) missing.push(no);
    for (const { no, paid, licences } of all) {
      if (buyer.paid.includes(no) && !paid) missing.push(`${no} paid`);
      if (paid && licences !== 1) doubled += 1;
    }
  }
  findings.check(
    missing.length === 0,
    `every order that was acknowledged is there (${orders} of ${request} asked for)`,
  );
  findings.check(doubled === 0, 'no order, no licence is there twice');
  await lookForMails(api, findings, { codes, patient });
  return findings.good;
}

/** Rows that the replica has read, of the store's tables. */
async function readingsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      `select coalesce(sum(idx_scan + seq_scan), 0)::text as count from pg_stat_user_tables where relname in ('apps', 'app_versions')`,
    );
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

interface Found {
  no: string;
  paid: boolean;
  licences: number;
}

/** Orders of an account in the database. */
async function ordersOf(url: string, email: string): Promise<Found[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Found>(
      `select o.order_no as no, o.status = 'paid' as paid,
         (select count(*)::int from licence_terms t where t.order_id = o.id) as licences
       from orders o join users u on u.id = o.user_id where u.email = $1`,
      [email],
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** A killed process may leave an email half sent: each promised code must arrive, and only once. */
async function lookForMails(
  api: ApiClient,
  findings: Findings,
  { codes, patient }: { codes: readonly string[]; patient: boolean },
): Promise<void> {
  const end = Date.now() + (patient ? MAIL_LIMIT : 0);
  let waiting = [...codes];
  let twice = 0;
  for (;;) {
    const late: string[] = [];
    for (const email of waiting) {
      const found = (await mailsTo(api, email)).filter(({ text }) => /\b\d{6}\b/.test(text)).length;
      if (found > 1) twice += 1;
      if (found === 0) late.push(email);
    }
    waiting = late;
    if (waiting.length === 0 || Date.now() > end) break;
    await pause(2_000);
  }
  findings.check(twice === 0, `no mail was sent twice (${codes.length} codes)`);
  if (patient) findings.check(waiting.length === 0, 'every code that was promised came');
}

/** `npm run trust -- fleet` */
export const fleet = (minutes: number): Promise<boolean> =>
  runFleet({ duration: minutes * 60_000, patient: true });
