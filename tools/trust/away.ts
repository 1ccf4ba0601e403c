import { execFileSync } from 'node:child_process';
import { writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { freePort } from '@yunduo/e2e/free-port';
import type { Answered } from './api-process.ts';
import { ApiProcess } from './api-process.ts';
import { Findings, ms } from './statistics.ts';
import { processEnv, withTestEnvironment, type TestEnvironment } from './test-env.ts';
import { newPerson, SEED_PASSWORD, signIn, someAddress, solvedCaptcha } from './people.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** An outage must be reported within this time, and end this long after the dependency is back. */
const TOLD_WITHIN = 3_000;
const BACK_WITHIN = 5_000;
const STOPPED = 30_000;
const PROBE_INTERVAL = 500;
const LATENCY = 5_000;
const MAIL_REQUEST = 1_000;
const MAILS = 20;
/** The queue retries after at most five minutes. */
const MAIL_PATIENCE = 6 * 60_000;

/** Makes dependencies unavailable, one after the other; for `minutes` each if the outage has to last. */
export async function away(minutes: number, _deadline: number): Promise<boolean> {
  const findings = new Findings();
  await withTestEnvironment(true, (environment) => databaseAway(environment, findings));
  await withTestEnvironment(true, (environment) => mailAway(environment, findings, minutes * 60_000));
  await withTestEnvironment(true, (environment) => diskFull(environment, findings));
  return findings.good;
}

async function databaseAway(environment: TestEnvironment, findings: Findings): Promise<void> {
  const direct = new URL(environment.databaseUrl ?? '');
  const tcpProxy = await TcpProxy.before(direct.hostname, Number(direct.port || 5432));
  const through = new URL(direct);
  through.hostname = '127.0.0.1';
  through.port = String(tcpProxy.port);
  // Log lines about an intended outage are of no interest.
  const api = await ApiProcess.start(environment.dataDir, {
    DATABASE_URL: through.href,
    LOG_LEVEL: 'silent',
  });
  try {
    const token = await signIn(api, 'user@yunduo.test', SEED_PASSWORD);
    const outage = { api, token, findings };
    await probe(
      outage,
      'database stopped',
      STOPPED,
      () => tcpProxy.shut(),
      () => tcpProxy.open(),
    );
    await probe(
      outage,
      'database slow by 5 s',
      3 * LATENCY,
      () => tcpProxy.slow(LATENCY),
      () => tcpProxy.open(),
    );
    await poolEmpty(outage, direct.href);
  } finally {
    await api.kill();
    await tcpProxy.close();
  }
}

interface Outage {
  api: ApiProcess;
  token: string;
  findings: Findings;
}

const ask = ({ api, token }: Outage): Promise<Answered> =>
  api.ask('GET', '/user_info/index', { token, limit: 15_000 });
const isLive = ({ api }: Outage): Promise<boolean> =>
  api.ask('GET', '/health/live', { limit: 1_000 }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Sends requests throughout; then waits for the first success. */
async function probe(
  outage: Outage,
  name: string,
  duration: number,
  begin: () => void,
  end: () => void,
): Promise<void> {
  const answers: Promise<Answered>[] = [];
  let live = 0;
  let probes = 0;
  begin();
  for (const until = Date.now() + duration; Date.now() < until; probes += 1) {
    answers.push(ask(outage));
    if (await isLive(outage)) live += 1;
    await pause(PROBE_INTERVAL);
  }
  const reported = await Promise.all(answers);
  end();
  const ended = performance.now();
  let back = Number.POSITIVE_INFINITY;
  while (performance.now() - ended < 4 * BACK_WITHIN) {
    if ((await ask(outage)).status === 200) {
      back = performance.now() - ended;
      break;
    }
    await pause(100);
  }
  const slowest = Math.max(...reported.map(({ took }) => took));
  const words = reported.filter(({ status, code }) => status === 503 && code === 'UNAVAILABLE').length;
  const { findings } = outage;
  findings.check(
    words === reported.length,
    `${name}: ${words} of ${reported.length} callers hear 503 in words`,
  );
  findings.check(
    slowest <= TOLD_WITHIN,
    `${name}: the slowest answer after ${ms(slowest)} (limit ${ms(TOLD_WITHIN)})`,
  );
  findings.check(live === probes, `${name}: alive in ${live} of ${probes} looks`);
  findings.check(back <= BACK_WITHIN, `${name}: back ${ms(back)} after its end (limit ${ms(BACK_WITHIN)})`);
}

/** Every connection waits for a lock: calls without one continue, calls that need one get an error. */
async function poolEmpty(outage: Outage, databaseUrl: string): Promise<void> {
  const { api, findings } = outage;
  const locker = new pg.Client({ connectionString: databaseUrl });
  await locker.connect();
  await locker.query('begin; lock table users in access exclusive mode');
  const waiting = Array.from({ length: 100 }, () => ask(outage));
  await pause(PROBE_INTERVAL);
  const others = await Promise.all(
    Array.from({ length: 10 }, () => api.ask('GET', '/app_store/list', { limit: 15_000 })),
  );
  const live = await isLive(outage);
  const reported = await Promise.all(waiting);
  await locker.query('rollback');
  await locker.end();
  const ended = performance.now();
  let status = 0;
  while (status !== 200 && performance.now() - ended < 4 * BACK_WITHIN) ({ status } = await ask(outage));
  const back = performance.now() - ended;
  const slowest = Math.max(...[...reported, ...others].map(({ took }) => took));
  const broken = [...reported, ...others].filter((answer) => answer.status !== 503 && answer.status !== 200);
  findings.check(
    broken.length === 0,
    `pool empty: 110 callers are served or told, ${broken.length} otherwise`,
  );
  findings.check(slowest <= TOLD_WITHIN, `pool empty: the slowest answer after ${ms(slowest)}`);
  findings.check(live, 'pool empty: alive');
  findings.check(back <= BACK_WITHIN, `pool empty: back ${ms(back)} after its end`);
}

async function mailAway(environment: TestEnvironment, findings: Findings, duration: number): Promise<void> {
  const port = await freePort();
  const arrived: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume().once('end', () => {
        // The seeded world's jobs send emails to its accounts too.
        const ours = session.envelope.rcptTo.filter(({ address }) => address.startsWith('away-'));
        arrived.push(...ours.map(({ address }) => address));
        done();
      });
    },
  });
  const api = await ApiProcess.start(environment.dataDir, {
    ...processEnv(environment),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
  });
  try {
    const took: number[] = [];
    const wanted: string[] = [];
    const startedAt = Date.now();
    for (let place = 0; place < MAILS; place += 1) {
      const email = `away-${place}@example.com`;
      const address = someAddress();
      const captcha_ticket = await solvedCaptcha(api, 'send_email', address);
      // An email without a code: one with an expired code is not sent.
      const data = { email, scene: 'AUTH_RESET_PWD', captcha_ticket };
      const answer = await api.ask('POST', '/user_auth/send_email', { data, address });
      if (answer.status === 200) wanted.push(email);
      took.push(answer.took);
    }
    await pause(Math.max(0, duration - (Date.now() - startedAt)));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const back = Date.now();
    while (new Set(arrived).size < MAILS && Date.now() - back < MAIL_PATIENCE) await pause(250);
    // A duplicate would arrive with the next run of the queue.
    await pause(3_000);
    const slowest = Math.max(...took);
    findings.check(wanted.length === MAILS, `mail away: ${wanted.length} of ${MAILS} requests taken`);
    findings.check(
      slowest < MAIL_REQUEST,
      `mail away: the slowest request ${ms(slowest)} (limit ${ms(MAIL_REQUEST)})`,
    );
    const timesOf = (email: string): number => arrived.filter((one) => one === email).length;
    const once = wanted.filter((email) => timesOf(email) === 1).length;
    for (const email of wanted.filter((one) => timesOf(one) !== 1))
      console.log(`  ${email} × ${timesOf(email)}`);
    findings.check(
      once === MAILS,
      `mail away ${Math.round(duration / 1000)} s: ${once} of ${MAILS} mails arrive, once each, ${Math.round((Date.now() - back) / 1000)} s after it is back`,
    );
  } finally {
    await api.kill();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

const DISK = '16m';

/** Uploads to a full disk of a few megabytes. */
async function diskFull(environment: TestEnvironment, findings: Findings): Promise<void> {
  const disk = join(environment.dataDir, 'disk');
  try {
    execFileSync('mkdir', ['-p', disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'yunduo-trust', disk], { stdio: 'ignore' });
  } catch {
    findings.skip('disk full: mounting a small disk needs root');
    return;
  }
  const api = await ApiProcess.start(disk, { ...processEnv(environment), LOG_LEVEL: 'silent' });
  try {
    const { token } = await newPerson(api);
    const picture = await somePicture(api);
    const filler = join(disk, 'filler');
    fill(filler);
    const full = await uploadAvatar(api, token, picture);
    const { head_image: stored } = await api.call<{ head_image: string | null }>(
      'GET',
      '/user_info/index',
      {},
      { token },
    );
    findings.check(
      full.status === 503 && full.code === 'UNAVAILABLE',
      `disk full: refused in words (${full.status} ${full.code})`,
    );
    findings.check(stored === null, 'disk full: nothing is acknowledged, nothing changed');
    rmSync(filler);
    const after = await uploadAvatar(api, token, picture);
    findings.check(
      after.status === 200,
      `disk full: space again, and it works (${after.status} ${after.code})`,
    );
  } finally {
    await api.kill();
    execFileSync('umount', [disk]);
  }
}

function fill(file: string): void {
  const chunk = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** A picture that the store already shows. */
async function somePicture(api: ApiProcess): Promise<Buffer> {
  const { list } = await api.call<{ list: { id: number }[] }>('GET', '/app_store/list', { page_size: '20' });
  for (const { id } of list) {
    const detail = await api.call<{ screenshots: { src: string }[] }>('GET', '/app_store/detail', {
      id: String(id),
    });
    const src = detail.screenshots[0]?.src;
    if (src) return Buffer.from(await (await fetch(new URL(src, api.origin))).arrayBuffer());
  }
  throw new Error('no app of the store has a screenshot');
}

async function uploadAvatar(
  api: ApiProcess,
  token: string,
  picture: Buffer,
): Promise<{ status: number; code: string }> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)]), 'avatar.webp');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${api.origin}/api/user_info/upload_head_img`, {
    method: 'POST',
    headers,
    body,
  });
  return { status: answer.status, code: ((await answer.json()) as { code: string }).code };
}
