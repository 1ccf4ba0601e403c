import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { health } from '@yunduo/api-contract';
import { PUBLIC_HOLIDAYS } from '@yunduo/validation';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { publicHolidays, seedCalendar } from '../../seed/review-calendar.ts';
import { testApp, type TestApp } from '../../testing/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('liveness and readiness return ok', async () => {
  expect((await api.call(health.live, undefined)).data).toEqual({ status: 'ok' });
  expect((await api.call(health.ready, undefined)).data).toEqual({
    status: 'ok',
    database: true,
    mail: true,
    storage: true,
    // An empty database has no imported calendar.
    calendar: false,
  });
});

test('an unchanged OpenAPI document is answered with 304 for its ETag', async () => {
  const url = '/api/openapi.json';
  const first = await api.app.inject(url);
  expect(first.statusCode).toBe(200);
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const again = await api.app.inject({ url, headers });
  expect([again.statusCode, again.body.length]).toEqual([304, 0]);
});

test('readiness requires the holiday calendar of this year and, from December, of the next', async () => {
  await seedCalendar(api.db, publicHolidays(2026, 2026));
  const known = async () => (await api.call(health.ready, undefined)).data.calendar;
  api.clock.set(new Date('2026-11-30T15:59:59Z'));
  expect(await known()).toBe(true);
  const logged = jest.spyOn(api.app.log, 'warn');
  expect(await api.app.jobs.runDue()).toMatchObject({ calendar_coverage: 0 });
  expect(logged).not.toHaveBeenCalled();
  // Midnight in Shanghai.
  api.clock.advance(1_000);
  expect(await known()).toBe(false);
  api.clock.advance(86_400_000);
  expect(await api.app.jobs.runDue()).toMatchObject({ calendar_coverage: 1 });
  expect(logged.mock.calls).toContainEqual([{ year: 2027 }, expect.stringContaining('ops calendar import')]);
  // The holidays of 2026, one year later. Make-up working days and all holidays but one do not complete the year.
  const days = publicHolidays(2026, 2026).map((one) => ({ ...one, day: one.day.replace('2026', '2027') }));
  const holidays = days.filter(({ working }) => !working).slice(0, PUBLIC_HOLIDAYS);
  await seedCalendar(api.db, [...days.filter(({ working }) => working), ...holidays.slice(1)]);
  expect(await known()).toBe(false);
  await seedCalendar(api.db, holidays);
  expect(await known()).toBe(true);
});

test('readiness returns 503 while storage is down; loss and recovery are logged once', async () => {
  const lines: string[] = [];
  const logged = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const away = await testApp({ logStream: logged });
  try {
    const check = jest.spyOn(away.app.files, 'check').mockRejectedValue(new Error('no storage'));
    await away.app.inject('/api/health/ready');
    const answer = await away.app.inject('/api/health/ready');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'UNAVAILABLE',
      data: { status: 'unavailable', database: true, storage: false },
    });
    check.mockResolvedValue();
    expect((await away.app.inject('/api/health/ready')).statusCode).toBe(200);
  } finally {
    await away.close();
  }
  expect(lines.some((line) => line.includes('/api/health/ready') || line.includes('req'))).toBe(true);
  expect(lines.filter((line) => /FST_ERR_REP_ALREADY_SENT|"level":(?:50|60)/.test(line))).toEqual([]);
  const messages = lines.map(
    (line) => JSON.parse(line) as { level: number; part?: string; reason?: string; msg: string },
  );
  expect(
    messages
      .filter(({ part }) => part === 'storage')
      .map(({ level, reason, msg }) => ({ level, reason, msg })),
  ).toEqual([
    { level: 40, reason: 'no storage', msg: 'part is away' },
    { level: 30, reason: undefined, msg: 'part is back' },
  ]);
});

test('each part that goes away and comes back is logged once, with the reason', async () => {
  const lines: { part?: string; reason?: string; msg: string }[] = [];
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as { msg: string });
      done();
    },
  });
  const away = await testApp({ logStream });
  const { app, clock } = away;
  const probe = async () => {
    // The state of the mail server is cached for a while.
    clock.advance(15_000);
    await app.parts();
    return app.parts();
  };
  try {
    // Without an import the calendar is missing from the start.
    expect((await probe()).calendar).toBe(false);
    await seedCalendar(away.db, publicHolidays(2026, 2026));
    expect(await probe()).toEqual({ database: true, storage: true, mail: true, calendar: true });
    for (const [part, failing] of [
      ['database', jest.spyOn(app.database, 'ping')],
      ['storage', jest.spyOn(app.files, 'check')],
      ['mail', jest.spyOn(app.mail, 'check')],
    ] as const) {
      failing.mockRejectedValue(new Error(`no ${part}`));
      expect((await probe())[part]).toBe(false);
      failing.mockRestore();
      expect((await probe())[part]).toBe(true);
    }
  } finally {
    await away.close();
  }
  expect(lines.flatMap(({ part, reason, msg }) => (part ? [[part, msg, reason]] : []))).toEqual([
    ['calendar', 'part is away', 'the holidays of 2026 are missing'],
    ['calendar', 'part is back', undefined],
    ...['database', 'storage', 'mail'].flatMap((part) => [
      [part, 'part is away', `no ${part}`],
      [part, 'part is back', undefined],
    ]),
  ]);
});

describe('unresponsive mail server', () => {
  /** Accepts connections; greets only when told. */
  async function mailServer() {
    const sockets: Socket[] = [];
    let greets = false;
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      if (greets) greet(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const greet = (socket: Socket): void => {
      socket.write('220 here\r\n');
      socket.on('data', (line) =>
        socket.write(String(line).startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n'),
      );
    };
    return {
      url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      connections: () => sockets.length,
      greet() {
        greets = true;
        sockets.forEach(greet);
      },
      close() {
        sockets.forEach((socket) => socket.destroy());
        server.close();
      },
    };
  }

  test('does not fail readiness, and concurrent checks share one connection', async () => {
    const server = await mailServer();
    const behind = await testApp({ env: { SMTP_URL: server.url } });
    try {
      const ready = () => behind.call(health.ready, undefined);
      const startedAt = performance.now();
      const many = await Promise.all(Array.from({ length: 20 }, ready));
      expect(performance.now() - startedAt).toBeLessThan(2_500);
      for (const answer of many) {
        expect(answer).toMatchObject({ status: 200, data: { status: 'ok', database: true, mail: false } });
      }
      behind.clock.advance(60_000);
      await ready();
      expect(server.connections()).toBe(1);

      // A late greeting counts too, and is cached for a while.
      server.greet();
      let mail = false;
      for (let tries = 0; tries < 10 && !mail; tries += 1) ({ mail } = (await ready()).data);
      expect(mail).toBe(true);
      const connections = server.connections();
      await Promise.all(Array.from({ length: 20 }, ready));
      expect(server.connections()).toBe(connections);
      behind.clock.advance(15_000);
      expect((await ready()).data.mail).toBe(true);
      expect(server.connections()).toBe(connections + 1);
    } finally {
      server.close();
      await behind.close();
    }
  });
});
