import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { health } from '@yunduo/api-contract';
import { testApp, type TestApp } from '../testing/app.ts';
import { onPostgres } from '../testing/environment.ts';

let api: TestApp;
let port: number;
beforeAll(async () => {
  port = await freePort();
  api = await testApp({ env: { METRICS_PORT: String(port) } });
});
afterAll(() => api.close());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

/** The metrics as a collector reads them, by name and labels. */
async function figures(): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('Metrics', () => {
  test('are served on the API’s address to this machine only, not through a proxy', async () => {
    await api.app.inject('/api/none');
    const here = await api.app.inject('/api/metrics');
    expect(here.statusCode).toBe(200);
    expect(here.body).toContain('http_request_duration_seconds_bucket');
    expect(here.body).not.toContain('/api/none');
    expect(here.headers['cache-control']).toBe('no-store');
    for (const remoteAddress of ['::1', '::ffff:127.0.0.1'])
      expect((await api.app.inject({ url: '/api/metrics', remoteAddress })).statusCode).toBe(200);
    for (const request of [
      ...['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].map((name) => ({
        headers: { [name]: '127.0.0.1' },
      })),
      { remoteAddress: '198.51.100.7' },
    ]) {
      expect((await api.app.inject({ url: '/api/metrics', ...request })).statusCode).toBe(404);
    }
  });

  test('are served on their own port with route labels, and nothing else is', async () => {
    await api.call(health.live, undefined);
    const message = await figures();
    expect(
      message.get(
        `http_request_duration_seconds_count{method="GET",route="/api${health.live.url}",status="200"}`,
      ),
    ).toBeGreaterThan(0);
    expect([...message.keys()].some((name) => name.startsWith('nodejs_eventloop_lag_p99_seconds'))).toBe(
      true,
    );
    expect([message.get('webhook_outbox_waiting'), message.get('webhook_outbox_oldest_seconds')]).toEqual([
      0, 0,
    ]);
    // There is no replica.
    expect(message.has('db_replica_read')).toBe(false);
    expect((await fetch(`http://127.0.0.1:${port}/api${health.live.url}`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  test('have the names, words and buckets that alert rules, dashboard and operators know', async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const elsewhere = /^(?:# \w+ )?(?:process|nodejs)_|^db_connections|route="(?!\/api\/health\/live")/;
    const own = text
      .split('\n')
      .filter((line) => line !== '' && !elsewhere.test(line))
      .map((line) => (line.startsWith('#') ? line : line.replace(/ \S+$/, '')));
    expect(own).toMatchSnapshot();
  });

  test('say whether the store is read from the replica, where there is one', async () => {
    const url = jest.replaceProperty(api.app.config, 'replicaUrl', 'postgres://replica.example/yunduo');
    const reads = jest.replaceProperty(api.app.reads, 'onReplica', true);
    const read = async () => (await figures()).get('db_replica_read');
    expect(await read()).toBe(1);
    reads.restore();
    expect(await read()).toBe(0);
    url.restore();
  });

  test('report the number and age of waiting mails', async () => {
    expect((await figures()).get('mail_outbox_waiting')).toBe(0);
    await api.app.mail.enqueue(api.db, { to: 'one@example.com', subject: 'One', text: '1', html: '1' });
    await api.app.mail.enqueue(api.db, { to: 'two@example.com', subject: 'Two', text: '2', html: '2' });
    const waiting = await figures();
    expect(waiting.get('mail_outbox_waiting')).toBe(2);
    expect(waiting.get('mail_outbox_oldest_seconds')).toBeGreaterThan(0);
    await api.app.mail.drain();
    const done = await figures();
    expect(done.get('mail_outbox_waiting')).toBe(0);
    expect(done.get('mail_outbox_oldest_seconds')).toBe(0);
  });

  test('report the last run, interval and failures of each job', async () => {
    api.app.jobs.add({
      name: 'that_fails',
      every: 60_000,
      run: () => Promise.reject(new Error('it failed')),
    });
    await api.app.jobs.runDue();
    await figures();
    // Collecting adds nothing to a counter.
    const message = await figures();
    expect(message.get('job_failures_total{job="that_fails"}')).toBe(1);
    expect(message.get('job_interval_seconds{job="that_fails"}')).toBe(60);
    expect(message.has('job_last_run_timestamp_seconds{job="that_fails"}')).toBe(false);
    expect(message.get('job_last_run_timestamp_seconds{job="calendar_coverage"}')).toBe(
      api.clock.now().getTime() / 1000,
    );
  });

  test('report what became of the requests of webhooks, and count none of them again', async () => {
    const results = jest.spyOn(api.app.webhooks, 'results').mockReturnValue(new Map([['delivered', 2]]));
    const read = async () => (await figures()).get('webhook_tries_total{result="delivered"}');
    expect([await read(), await read()]).toEqual([2, 2]);
    results.mockRestore();
  });

  test('report an unavailable part, and keep reporting the others', async () => {
    // Neither answer depends on the speed of the machine: a part that is late counts as unavailable.
    const ping = jest.spyOn(api.app.database, 'ping').mockResolvedValue(undefined);
    const check = jest.spyOn(api.app.files, 'check').mockRejectedValue(new Error('no storage'));
    const waiting = jest.spyOn(api.app.mail, 'waiting').mockRejectedValue(new Error('no database'));
    const message = await figures();
    waiting.mockRestore();
    check.mockResolvedValue(undefined);
    const later = await figures();
    check.mockRestore();
    ping.mockRestore();
    expect(message.get('part_up{part="storage"}')).toBe(0);
    expect(message.get('part_up{part="database"}')).toBe(1);
    expect(message.has('mail_outbox_waiting')).toBe(false);
    expect(later.get('part_up{part="storage"}')).toBe(1);
  });

  test('return 500 and log why when they cannot be collected', async () => {
    const failing = jest.spyOn(api.app.jobs, 'failures').mockImplementation(() => {
      throw new Error('no counters');
    });
    const logged = jest.spyOn(api.app.log, 'error');
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    failing.mockRestore();
    expect([answer.status, await answer.text()]).toEqual([500, '']);
    expect(logged.mock.calls).toEqual([
      [{ err: expect.objectContaining({ message: 'no counters' }) }, 'metrics failed'],
    ]);
    logged.mockRestore();
  });

  test('count the connections of the pool on PostgreSQL', async () => {
    const message = await figures();
    // A connection being opened counts as waited for.
    expect([...message.keys()].filter((name) => name.startsWith('db_connections'))).toEqual(
      onPostgres ? ['total', 'idle', 'waiting'].map((state) => `db_connections{state="${state}"}`) : [],
    );
    expect((message.get('db_connections{state="total"}') ?? 0) > 0).toBe(onPostgres);
  });
});

test('the metrics port is used by one process at a time, and freed on close', async () => {
  await expect(testApp({ env: { METRICS_PORT: String(port) } })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  const own = await freePort();
  const other = await testApp({ env: { METRICS_PORT: String(own) } });
  await other.close();
  const socket = connect(own, '127.0.0.1');
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});
