import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { DAY, EMAIL_CODE, EMAIL_MAX } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { deriveKey } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { mailDeliveries } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/environment.ts';
import { codeKey, issueCode } from '../codes/email-codes.ts';
import { renderEmail, loginLink } from './messages.ts';
import { createOutbox } from './outbox.ts';
import {
  AT_ONCE,
  devMailbox,
  MailNotTaken,
  mustUseTls,
  rawMail,
  smtpTransport,
  type Mail,
} from './transport.ts';

const email = (to = 'reader@example.com'): Mail =>
  renderEmail('zh', to, 'register_code', { brand: '云舵', code: { digits: '123456', minutes: 10 } });

describe('mail', () => {
  test('has the same content in text and HTML, in the recipient’s language', () => {
    const zh = email();
    expect(zh.subject).toBe('云舵注册验证码：123456');
    for (const part of [zh.text, zh.html]) {
      expect(part).toContain('123456');
      expect(part).toContain('10 分钟内有效');
    }
    expect(zh.text).toContain('\n验证码：123456\n');
    expect(zh.html).toContain('<html lang="zh-CN">');
    const link = loginLink('https://yunduo.example', 'en', 'reset');
    const en = renderEmail('en', 'reader@example.com', 'password_changed', { brand: 'Yunduo', link });
    expect(en.subject).toBe('The password of your Yunduo account was changed');
    expect(en.text).toContain('https://yunduo.example/en/login?section=reset');
    expect(en.text).toContain('\nNot me, reset password\nhttps://');
    expect(en.html).toContain('href="https://yunduo.example/en/login?section=reset"');
    const code = { digits: '123456', minutes: 10 };
    const english = renderEmail('en', 'reader@example.com', 'register_code', { brand: 'Yunduo', code });
    expect(english.text).toContain('\nVerification code: 123456\n');
    expect(english.html).toContain('<html lang="en">');
  });

  test('an address or a checksum in a quoted answer is no wider than the sheet', () => {
    const quotes = [{ label: 'The answer', text: `https://example.com/${'a'.repeat(400)}` }];
    const { html } = renderEmail('en', 'lin@example.com', 'feedback_answered', { brand: 'Yunduo', quotes });
    const sheet = /<div class="sheet" style="([^"]*)">(.*)<\/div>/s.exec(html);
    expect(sheet?.[1]).toContain('word-wrap:break-word');
    expect(sheet?.[2]).toContain(quotes[0]?.text);
  });

  test('keeps line breaks of an answer as <br> in HTML', () => {
    const options = {
      brand: 'Yunduo',
      link: 'https://yunduo.example/',
      values: { no: 'F-1', title: 'T', answer: 'one\ntwo\r\n\r\n<three>' },
    };
    const mail = renderEmail('en', 'reader@example.com', 'feedback_answered', options);
    expect(mail.html).toContain('one<br>two<br><br>&lt;three&gt;');
    expect(mail.html).not.toContain('white-space');
    expect(mail.text).toContain('one\ntwo');
    const quotes = [{ label: 'You wrote', text: 'three\n<four>' }];
    const quoted = renderEmail('en', 'reader@example.com', 'feedback_answered', { ...options, quotes });
    expect(quoted.text).toContain('\n\nYou wrote\n> three\n> <four>\n\n');
    expect(quoted.html).toMatch(/You wrote<\/p>\n<blockquote [^>]*>three<br>&lt;four&gt;<\/blockquote>/);
  });

  test('is sent as valid MIME: date, own domain, both parts, short lines, encoded subject', async () => {
    const at = new Date('2026-11-20T02:12:12Z');
    const subject = `${'很长的中文主题'.repeat(12)} & more`;
    const mail = { ...email('lin@xn--fsqu00a.xn--fiqs8s'), subject, text: `${'字'.repeat(3_000)}\n.\nend` };
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const raw = await rawMail(id, mail, at, '云舵 Yunduo <no-reply@mail.例子.中国>');
    expect(raw.toString('latin1')).toMatch(/^[\t\r\n -~]*$/);
    expect(
      Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(998);
    expect(raw.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const parsed = await PostalMime.parse(raw);
    expect(parsed).toMatchObject({
      from: { name: '云舵 Yunduo' },
      to: [{ address: 'lin@xn--fsqu00a.xn--fiqs8s' }],
      subject,
      messageId: `<${id}@mail.xn--fsqu00a.xn--fiqs8s>`,
      date: at.toISOString(),
    });
    expect(parsed.text?.trim()).toBe(mail.text);
    expect(parsed.html).toContain('<meta charset="utf-8">');
    const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
    expect(header('content-type')).toMatch(/^multipart\/alternative/);
    expect([header('auto-submitted'), header('mime-version')]).toEqual(['auto-generated', '1.0']);
    expect(header('x-auto-response-suppress')).toBe('All');
    expect(header('list-unsubscribe')).toBeUndefined();
  });

  test('escapes inserted values in HTML', () => {
    const mail = renderEmail('en', 'reader@example.com', 'email_changed', {
      brand: 'Yunduo',
      link: 'https://a.example/?a=1&b="><script>',
      values: { new_email: '"><img src=x>', hours: 72 },
    });
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(mail.html).toContain('&quot;&gt;&lt;img src=x&gt;');
  });

  test('isolates a name from right to left, so that the version stays behind it', () => {
    const { subject, text, html } = renderEmail('en', 'reader@example.com', 'version_approved', {
      brand: 'Yunduo',
      link: 'https://a.example/',
      values: { app: 'מחולל', version: '2.1.0' },
    });
    for (const part of [subject, text, html]) expect(part).toContain('\u2068מחולל\u2069 2.1.0');
  });
});

describe('mail server with a self-signed certificate', () => {
  const received: boolean[] = [];
  let server: SMTPServer;
  let address = '';

  beforeAll(async () => {
    // Without key and cert the server uses the self-signed certificate of its package.
    server = new SMTPServer({
      disabledCommands: ['AUTH'],
      logger: false,
      onData: (stream, { secure }, done) => {
        received.push(secure);
        stream.resume();
        stream.on('end', done);
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}/`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  test.each([
    ['', 'ESOCKET', []],
    ['?tls.rejectUnauthorized=false', undefined, [true]],
    ['?ignoreTLS=true', undefined, [false]],
    ['?requireTLS=true', 'ESOCKET', []],
  ])('SMTP_URL ending in "%s": error %s, mails over TLS %j', async (options, failure, sent) => {
    received.length = 0;
    const transport = smtpTransport(address + options, 'no-reply@yunduo.example');
    try {
      const sending = transport.send(randomUUID(), email('one@example.com'), new Date());
      const code = await sending.then(
        () => undefined,
        (error: unknown) => /^E[A-Z]+/.exec((error as Error).message)?.[0],
      );
      expect(code).toBe(failure);
      expect(received).toEqual(sent);
    } finally {
      transport.close();
    }
  });
});

describe('outbox', () => {
  let api: TestApp;
  let server: SMTPServer;
  const received: Email[] = [];
  let rejectMail = false;
  let port = 0;
  const CODE_READER = 'code@example.com';
  const newCode = () => {
    const purpose = { email: CODE_READER, scene: 'AUTH_REGISTER_EMAIL' } as const;
    return issueCode(api.db, codeKey(api.app.config), purpose, api.clock.now());
  };
  const retryNow = () =>
    api.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'mail'`);

  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = Number(/^refused-(\d+)@/.exec(address)?.[1] ?? 0);
        if (responseCode === 0) done();
        else done(Object.assign(new Error(`<${address}>: Recipient address rejected`), { responseCode }));
      },
      onData: (stream, _session, done) => {
        const read = async (): Promise<void> => {
          const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()));
          if (rejectMail) throw new Error('try again later');
          received.push(mail);
        };
        read().then(() => done(), done);
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.server.address() as { port: number });
    api = await testApp({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Yunduo <no-reply@yunduo.example>' },
    });
  });
  afterAll(async () => {
    await api.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  test('sends each mail once, as text and HTML, to one recipient', async () => {
    await api.app.mail.enqueue(api.db, email('one@example.com'));
    expect(await api.app.mail.drain()).toBe(1);
    expect(await api.app.mail.drain()).toBe(0);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: { name: 'Yunduo', address: 'no-reply@yunduo.example' },
      to: [{ address: 'one@example.com' }],
      subject: '云舵注册验证码：123456',
    });
    expect(received[0]?.text).toContain('123456');
    expect(received[0]?.html).toContain('<h1');
    expect(received[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@yunduo\.example>$/);
  });

  test('drained, waiting mails are sent in their order, the first a slow one', async () => {
    const sent: string[] = [];
    const outbox = createOutbox({
      database: api.database,
      transport: {
        async send(_id, { to }) {
          if (to === 'slow@example.com')
            for (let query = 0; query < 20; query += 1) await api.db.execute(sql`select 1`);
          sent.push(to);
        },
        check: () => Promise.resolve(),
        close: () => undefined,
      },
      clock: api.clock,
      key: deriveKey(api.app.config.signingKey, 'mail'),
      log: { info: () => undefined, error: () => undefined },
    });
    await outbox.start({ deliver: false });
    try {
      for (const to of ['slow@example.com', 'quick@example.com']) await outbox.enqueue(api.db, email(to));
      expect(await outbox.drain()).toBe(2);
    } finally {
      await outbox.stop();
    }
    expect(sent).toEqual(['slow@example.com', 'quick@example.com']);
  });

  test('sends nothing from a transaction that was rolled back', async () => {
    const failing = api.db.transaction(async (tx) => {
      await api.app.mail.enqueue(tx, email('never@example.com'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await api.app.mail.drain()).toBe(0);
  });

  test('retries a rejected mail and delivers it once', async () => {
    const before = received.length;
    const { count } = await api.app.mail.waiting();
    rejectMail = true;
    await api.app.mail.enqueue(api.db, email('later@example.com'));
    expect(await api.app.mail.drain()).toBe(0);
    rejectMail = false;
    // It still waits, for its next try.
    expect((await api.app.mail.waiting()).count).toBe(count + 1);
    await retryNow();
    expect(await api.app.mail.drain()).toBe(1);
    expect((await api.app.mail.waiting()).count).toBe(count);
    expect(received.slice(before).map(({ to }) => to?.[0]?.address)).toEqual(['later@example.com']);
  });

  test('a mail stays in the queue for as long as it is tried, which is five days', async () => {
    await api.app.mail.enqueue(api.db, email('patient@example.com'));
    const { rows } = await api.db.execute<{ stays: number; tried: number }>(sql`
      select extract(epoch from keep_until - created_on)::float as stays,
        (retry_limit * retry_delay_max)::float as tried
      from pgboss.job where name = 'mail' and state = 'created'`);
    const [{ stays, tried } = { stays: 0, tried: 0 }] = rows;
    expect(tried * 1_000).toBeGreaterThan(5 * DAY);
    expect(stays).toBeGreaterThan(tried);
    expect(await api.app.mail.drain()).toBe(1);
  });

  test.each([
    [550, 'first', 'completed', 'mail refused for good, it is not tried again'],
    [450, 'first', 'retry', 'mail not delivered, it will be tried again'],
    [450, 'last', 'failed', 'mail given up after its last try'],
  ])(
    'after SMTP %i at the %s try the mail is in state “%s”, and neither job output nor log contains the address',
    async (answer, which, state, text) => {
      const log: [details: object, message: string][] = [];
      const outbox = createOutbox({
        database: api.database,
        transport: smtpTransport(`smtp://127.0.0.1:${port}`, 'no-reply@yunduo.example'),
        clock: api.clock,
        key: deriveKey(api.app.config.signingKey, 'mail'),
        log: { info: () => undefined, error: (...line) => log.push(line) },
      });
      const jobs = sql`select state::text as state, output, deletion_seconds as kept from pgboss.job where name = 'mail' and output is not null`;
      await api.db.execute(sql`delete from pgboss.job where name = 'mail'`);
      await outbox.start({ deliver: false });
      try {
        await outbox.enqueue(api.db, email(`refused-${answer}@example.com`));
        if (which === 'last')
          await api.db.execute(sql`update pgboss.job set retry_count = retry_limit where name = 'mail'`);
        await outbox.drain();
        const message = `EENVELOPE, RCPT TO, ${answer}`;
        expect((await api.db.execute(jobs)).rows).toEqual([
          // The desk counts what was given up for a day.
          { state, output: { message }, kept: state === 'retry' ? 600 : 86_400 },
        ]);
        expect(log).toEqual([
          [{ mail: expect.any(String), err: expect.objectContaining({ message }) }, text],
        ]);
        expect(inspect(log, { depth: null, showHidden: true })).not.toContain('refused-');
      } finally {
        await api.db.execute(sql`delete from pgboss.job where name = 'mail'`);
        await outbox.stop();
      }
    },
  );

  test.each([
    ['smtp://mail.example.com', true],
    ['smtp://user:secret@10.0.0.7:587', true],
    ['smtps://mail.example.com', true],
    ['smtp://127.0.0.1.example.com', true],
    ['smtp://mail:1025?ignoreTLS=true', false],
    ['smtp://127.0.0.1:25', false],
    ['smtp://localhost', false],
    ['smtp://[::1]:1025', false],
  ])('%s requires TLS: %s', (url, must) => {
    expect(mustUseTls(url)).toBe(must);
  });

  test.each([
    ['offers no STARTTLS', { hideSTARTTLS: true }],
    ['has an untrusted certificate', {}],
  ])('with requireTLS nothing is sent to a server that %s', async (_what, options) => {
    const seen: string[] = [];
    // Prints a warning about its known certificate, which is intended here.
    const warning = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = new SMTPServer({
      ...options,
      authOptional: true,
      onMailFrom: ({ address }, _session, done) => {
        seen.push(address);
        done();
      },
    });
    warning.mockRestore();
    server.on('error', () => undefined);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const at = server.server.address() as AddressInfo;
    const transport = smtpTransport(`smtp://127.0.0.1:${at.port}?requireTLS=true`, 'no-reply@yunduo.example');
    try {
      await expect(transport.send('1', email(), new Date())).rejects.toBeInstanceOf(MailNotTaken);
      await expect(transport.check()).rejects.toBeInstanceOf(MailNotTaken);
      expect(seen).toEqual([]);
    } finally {
      transport.close();
      await new Promise<void>((closed) => server.close(closed));
    }
  });

  test.each([
    ['was replaced by a later one', async () => void (await newCode())],
    ['has expired', () => Promise.resolve(api.clock.advance(EMAIL_CODE.ttl))],
  ])('drops a mail whose code %s while the server was unavailable', async (_, meanwhile) => {
    const before = received.length;
    await api.app.mail.enqueue(api.db, email(CODE_READER), await newCode());
    rejectMail = true;
    await api.app.mail.drain();
    rejectMail = false;
    await meanwhile();
    await retryNow();
    await api.app.mail.drain();
    expect(received.slice(before)).toEqual([]);
    await api.app.mail.enqueue(api.db, email(CODE_READER), await newCode());
    await api.app.mail.drain();
    expect(received.slice(before)).toHaveLength(1);
  });

  test('does not resend a delivered mail whose job was left unfinished by a crash', async () => {
    const before = received.length;
    await api.app.mail.enqueue(api.db, email('crash@example.com'));
    expect(await api.app.mail.drain()).toBe(1);
    // As if the process had died between the server's reply and the queue's update.
    await api.db.execute(
      sql`update pgboss.job set state = 'retry', start_after = now() - interval '1 second', completed_on = null where name = 'mail'`,
    );
    await api.app.mail.drain();
    expect(received.slice(before)).toHaveLength(1);
  });

  test('recovers the mail of a killed process and sends it once', async () => {
    const before = received.length;
    await api.app.mail.enqueue(api.db, email('orphan@example.com'));
    // As if a worker had claimed it and died. On PostgreSQL other workers may be alive: the claim is theirs until their
    // heartbeat stops.
    await api.db.execute(
      sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'mail' and state = 'created'`,
    );
    const { rows } = await api.db.execute<{ seconds: number }>(
      sql`select heartbeat_seconds as seconds from pgboss.job where name = 'mail' and state = 'active'`,
    );
    expect(rows.map(({ seconds }) => Number(seconds))).toEqual([15]);
    const next = createOutbox({
      database: api.database,
      transport: smtpTransport(`smtp://127.0.0.1:${port}`, 'no-reply@yunduo.example'),
      clock: api.clock,
      key: deriveKey(api.app.config.signingKey, 'mail'),
      log: { info: () => undefined, error: () => undefined },
    });
    await next.start({ deliver: false });
    try {
      const state = await api.db.execute<{ state: string }>(
        sql`select state::text as state from pgboss.job where name = 'mail' and state < 'completed'`,
      );
      expect(state.rows).toEqual([{ state: onPostgres ? 'active' : 'retry' }]);
      await api.db.execute(
        sql`update pgboss.job set state = 'retry', start_after = now() - interval '1 second' where name = 'mail' and state in ('active', 'retry')`,
      );
      expect(await next.drain()).toBe(1);
      expect(await next.drain()).toBe(0);
    } finally {
      await next.stop();
    }
    expect(received.slice(before).map(({ to }) => to?.[0]?.address)).toEqual(['orphan@example.com']);
  });

  test('is finished when another process has delivered it meanwhile, and is in the mailbox once', async () => {
    const failed = jest.fn();
    const mailbox = devMailbox(api.db);
    const outbox = createOutbox({
      database: api.database,
      transport: {
        ...mailbox,
        async send(id, mail, at) {
          await mailbox.send(id, mail, at);
          await mailbox.send(id, mail, at);
          await api.db.insert(mailDeliveries).values({ id, deliveredAt: at });
        },
      },
      clock: api.clock,
      key: deriveKey(api.app.config.signingKey, 'mail'),
      log: { info: () => undefined, error: failed },
    });
    await outbox.start({ deliver: false });
    try {
      await api.app.mail.enqueue(api.db, { ...email('twice@example.com'), subject: 'Twice' });
      expect(await outbox.drain()).toBe(1);
    } finally {
      await outbox.stop();
    }
    expect(failed).not.toHaveBeenCalled();
    expect((await api.mails()).filter(({ to }) => to === 'twice@example.com')).toHaveLength(1);
  });

  test('claims no more mails than it sends concurrently', async () => {
    let letGo = (): void => undefined;
    const reported = new Promise<void>((resolve) => (letGo = resolve));
    let taken = (): void => undefined;
    const busy = new Promise<void>((resolve) => (taken = resolve));
    const sent: string[] = [];
    const outbox = createOutbox({
      database: api.database,
      transport: {
        send: (_, { to }) => {
          if (sent.push(to) === AT_ONCE) taken();
          return reported;
        },
        check: () => Promise.resolve(),
        close: () => undefined,
      },
      clock: api.clock,
      key: deriveKey(api.app.config.signingKey, 'mail'),
      log: { info: () => undefined, error: () => undefined },
    });
    const readers = Array.from({ length: AT_ONCE * 2 + 1 }, (_, place) => `slow${place}@example.com`);
    const { count } = await api.app.mail.waiting();
    for (const reader of readers) await api.app.mail.enqueue(api.db, email(reader));
    await outbox.start({ deliver: true });
    try {
      await busy;
      const held = sql`select id from pgboss.job where name = 'mail' and state = 'active'`;
      expect((await api.db.execute(held)).rows).toHaveLength(AT_ONCE);
      // One that is being sent still waits.
      expect((await outbox.waiting()).count).toBe(count + readers.length);
    } finally {
      letGo();
      await outbox.stop();
    }
    await api.app.mail.drain();
    expect(sent.length + received.filter(({ to }) => readers.includes(to?.[0]?.address ?? '')).length).toBe(
      readers.length,
    );
  });

  test('does not resend a mail if the delivery could not be recorded at once', async () => {
    const before = received.length;
    let rejected = 0;
    const forgetful = new Proxy(api.database.db, {
      get(db, name: keyof Db) {
        if (name !== 'insert' || rejected === 3) return Reflect.get(db, name, db) as unknown;
        rejected += 1;
        throw new Error('the database is busy');
      },
    });
    const outbox = createOutbox({
      database: { ...api.database, db: forgetful },
      transport: smtpTransport(`smtp://127.0.0.1:${port}`, 'no-reply@yunduo.example'),
      clock: api.clock,
      key: deriveKey(api.app.config.signingKey, 'mail'),
      log: { info: () => undefined, error: () => undefined },
    });
    await outbox.start({ deliver: false });
    try {
      await api.app.mail.enqueue(api.db, email('busy@example.com'));
      expect([await outbox.drain(), rejected]).toEqual([0, 3]);
      await retryNow();
      expect(await outbox.drain()).toBe(1);
      expect(await outbox.drain()).toBe(0);
    } finally {
      await outbox.stop();
    }
    expect(received.slice(before).map(({ to }) => to?.[0]?.address)).toEqual(['busy@example.com']);
  });

  test('stores queued mails encrypted', async () => {
    await api.app.mail.enqueue(api.db, email('sealed@example.com'));
    const { rows } = await api.db.execute(
      sql`select data::text as data from pgboss.job where state < 'completed'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/123456|sealed@example/);
    await api.app.mail.drain();
  });

  test.each([
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    'Name <a@example.com>',
    'a@example.com\0',
    // One character too long.
    `${'a'.repeat(64)}@${'b.'.repeat(89)}xexample.com`,
    '',
  ])('rejects the recipient %j', async (to) => {
    await expect(api.app.mail.enqueue(api.db, { ...email(), to })).rejects.toThrow('refused');
  });

  test('accepts the longest recipient', async () => {
    const to = `${'a'.repeat(64)}@${'b.'.repeat(89)}example.com`;
    expect(to).toHaveLength(EMAIL_MAX);
    await expect(api.app.mail.enqueue(api.db, { ...email(), to })).resolves.not.toThrow();
  });

  test('rejects a header with a line break', async () => {
    const mail = { ...email(), headers: { 'List-Id': 'a\r\nBcc: b@example.com' } };
    await expect(api.app.mail.enqueue(api.db, mail)).rejects.toThrow('refused');
  });

  test('rejects a subject with a line break', async () => {
    const mail = { ...email(), subject: 'Hello\r\nBcc: b@example.com' };
    await expect(api.app.mail.enqueue(api.db, mail)).rejects.toThrow('refused');
  });

  test('delivers in the background while the process runs', async () => {
    const delivering = await testApp({ deliverMails: true });
    try {
      const arrived = jest.fn();
      await delivering.app.mail.enqueue(delivering.db, email('worker@example.com'));
      for (let look = 0; look < 200 && arrived.mock.calls.length === 0; look += 1) {
        const list = (await delivering.app.inject('/dev/mail.json')).json<{ to: string }[]>();
        if (list.some(({ to }) => to === 'worker@example.com')) arrived();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(arrived).toHaveBeenCalledTimes(1);
    } finally {
      await delivering.close();
    }
  });
});
