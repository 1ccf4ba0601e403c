import { randomBytes } from 'node:crypto';
import { cpSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataOf, Endpoint, ErrorData, InputOf } from '@yunduo/api-contract';
import { htmlLang, languageHeader, type Locale } from '@yunduo/i18n';
import { FRESH_PROOF } from '@yunduo/validation';
import { and, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { buildApp } from '../app.ts';
import { after, type Clock } from '../clock.ts';
import { readConfig } from '../config.ts';
import type { Database, Db } from '../db/client.ts';
import { openPglite } from '../db/pglite.ts';
import { openPostgres } from '../db/postgres.ts';
import { auditLog, devMails, licenceEvents, sessions } from '../db/schema/index.ts';
import type { LicenceEventKind } from '../db/schema/licence.ts';
import { openFiles, uploadsFolder } from '../file-stores.ts';
import { blanks } from '../http/envelope.ts';
import { refusals, type RefusalMessage } from '../http/error-handler.ts';
import { hashToken } from '../modules/codes/tokens.ts';
import type { ResolveTxt } from '../modules/developer/domain-proof.ts';
import type { Resolve } from '../modules/webhook/addresses.ts';
import { errorCodesOf } from '../plugins/openapi.ts';
import type { Mail } from '../modules/mail/transport.ts';
import { SEED_NOW, TEST_SIGNING_KEY, testTemplate } from './environment.ts';
import { recordExample } from './examples.ts';
import { databaseUrl, onServer } from './server.ts';
import { watchPglite, watchPostgres, wrongQueriesOf } from './watched-queries.ts';

/** Stands still unless a test advances it. */
export class TestClock implements Clock {
  private moment = SEED_NOW.getTime();

  now(): Date {
    return new Date(this.moment);
  }

  set(moment: Date): void {
    this.moment = moment.getTime();
  }

  advance(milliseconds: number): void {
    this.moment += milliseconds;
  }
}

export interface TestOptions {
  /** Starts from the seeded world instead of an empty one. */
  seeded?: boolean;
  /** Environment variables, overriding those of test mode. */
  env?: Record<string, string>;
  deliverMails?: boolean;
  handlerTimeout?: number;
  /** Off by default: test machines are busy. */
  maxEventLoopDelay?: number;
  logStream?: DestinationStream;
  /** Resolves the hosts of webhooks. */
  resolveName?: Resolve;
  /** Resolves the TXT records of publishers' websites. */
  resolveTxt?: ResolveTxt;
}

export interface Caller {
  token?: string;
  lang?: Locale;
  headers?: Record<string, string>;
  /**
   * `false`: the session keeps its age. Otherwise its owner re-authenticates where a call requires it: tests of
   * licences and money advance the clock by days.
   */
  proved?: false;
  /** Address of the caller; each test uses its own, so that limits per address do not add up. */
  ip?: string;
}

export interface Answer<T> {
  status: number;
  code: string;
  msg: string;
  data: T;
  /** The data of an error. */
  error: ErrorData;
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  database: Database;
  clock: TestClock;
  /** Calls an endpoint as a client does. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, caller?: Caller): Promise<Answer<DataOf<E>>>;
  /** Delivers waiting mails and returns all mails, newest first. */
  mails(): Promise<Mail[]>;
  close(): Promise<void>;
}

/** Copies a folder as hard links. Stored files are never written to again. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkSync(source, target);
  }
}

/**
 * Compares the error codes that an app returns with those that its calls declare (`errors` of their schemas), which the
 * published document is generated from. The returned function ends this, and throws on a difference.
 */
function compareCodes(app: FastifyInstance): () => void {
  const undeclared = new Set<string>();
  const compare = (message: unknown): void => {
    const { code, request } = message as RefusalMessage;
    const { config, method, url } = request.routeOptions;
    if (request.server.server !== app.server || !config.endpoint) return;
    if (!errorCodesOf(config).includes(code)) undeclared.add(`${String(method)} ${url} ${code}`);
  };
  refusals.subscribe(compare);
  return () => {
    refusals.unsubscribe(compare);
    if (undeclared.size > 0)
      throw new Error(`the contract's schemas do not declare: ${[...undeclared].join(', ')}`);
  };
}

/** Collects the texts that are filled without one of their values. The returned function ends this, and throws on any. */
function watchTexts(): () => void {
  const found = new Set<string>();
  const note = (message: unknown): void => void found.add(JSON.stringify(message));
  blanks.subscribe(note);
  return () => {
    blanks.unsubscribe(note);
    if (found.size > 0) throw new Error(`texts without a value: ${[...found].join(', ')}`);
  };
}

/** What each entry of the audit log tells, by its action; others may add to it. */
const AUDITED: Readonly<Record<string, readonly string[]>> = {
  'activity.create': ['title', 'starts_at', 'ends_at'],
  'activity.edit': ['title', 'starts_at', 'ends_at'],
  'app.certify': ['app'],
  'app.feature': ['app', 'from', 'to'],
  'app.lift_takedown': ['app'],
  'app.takedown': ['app', 'reason'],
  'app.uncertify': ['app'],
  'app.unfeature': ['app', 'from', 'to'],
  'app_report.close': ['app', 'resolution'],
  'article.create': ['place', 'title'],
  'article.edit': ['place', 'title'],
  'article.order': ['ids'],
  'article.publish': ['place', 'title'],
  'article.schedule': ['revision', 'publish_at', 'end_at'],
  'article.unschedule': ['publish_at', 'end_at'],
  'calendar.import': ['days', 'from'],
  'calendar.save': ['set', 'removed'],
  'decision.confirm': ['proposal', 'kind', 'amount', 'proposed_by'],
  'decision.decline': ['proposal', 'kind', 'amount', 'proposed_by'],
  'decision.propose': ['proposal', 'kind', 'amount'],
  'dev_app.approve': ['app', 'version', 'from', 'to'],
  'dev_app.reject': ['app', 'version', 'from', 'to'],
  'dev_app.relist': ['app', 'version', 'from', 'to'],
  'dev_app.request_changes': ['app', 'version', 'from', 'to'],
  'dev_app.unpublish': ['app', 'version', 'from', 'to'],
  'dev_app.yank': ['app', 'version', 'from', 'to'],
  'feedback.answer': ['no', 'answered'],
  'feedback.assign': ['no', 'from', 'to'],
  'feedback.close': ['no', 'answered'],
  'invitation.create': ['head', 'uses', 'expires_at', 'note'],
  'invitation.revoke': ['head', 'used'],
  'invite_request.decline': ['text'],
  'invite_request.invite': ['head'],
  'job.run': ['count'],
  'licence.grant': ['plan', 'quantity', 'reason', 'worth', 'licences'],
  'licence.release_files': ['reason', 'files'],
  'licence.revoke': ['reason'],
  'order.confirm_transfer': ['amount', 'reference'],
  'order.decline_invoice': ['note'],
  'order.issue_invoice': ['number'],
  'order.offer': ['user', 'amount'],
  'order.refund': ['amount', 'note', 'licences'],
  'order.refuse_refund': ['amount', 'note'],
  'payment.refuse_notice': ['code', 'transaction_id', 'amount', 'currency'],
  'payment.return': ['payment', 'amount', 'note'],
  'plan.change': ['from', 'to'],
  'protocol.publish': ['version', 'published_at', 'hash'],
  'protocol.withdraw': ['version', 'published_at', 'hash'],
  'release.publish': ['artefacts'],
  'release.withdraw': ['reason'],
  'review.suggest': ['field', 'text'],
  'role.grant': ['role'],
  'role.revoke': ['role'],
  'site.change': ['name', 'slogan', 'record_number', 'support_email'],
  'subscriber.export': ['count'],
  'user.delete': ['reason'],
  'user.disable': ['sessions'],
  'user.end_sessions': ['sessions'],
  'user.remove_factor': ['sessions', 'reason'],
};

/** What each event in the timeline of a licence tells, by its kind. */
const LICENCE_EVENTS: Readonly<Partial<Record<LicenceEventKind, readonly string[]>>> = {
  bound: ['server', 'fingerprint', 'expires'],
  granted: ['plan'],
  issued: ['plan'],
  offline_deactivated: ['server', 'deactivated'],
  offline_issued: ['server', 'key_id', 'expires'],
  offline_released: ['server', 'note'],
  remark: ['remark'],
  renewal_refunded: ['from', 'to'],
  renewed: ['plan', 'from', 'to'],
  revoked: ['by', 'note'],
  transfer_cancelled: ['to'],
  transfer_declined: ['to'],
  transfer_offered: ['to', 'until'],
  unbound: ['server', 'fingerprint', 'reason'],
};

/** Ends with an error if an entry of the audit log, or of a licence's timeline, tells less than others of its kind. */
async function checkDetails({ db }: Database): Promise<void> {
  // The subject of some tests is a database that is away.
  const away = () => [];
  const audits = await db
    .select({ kind: auditLog.action, details: auditLog.details })
    .from(auditLog)
    .where(gte(auditLog.at, SEED_NOW))
    .catch(away);
  const events = await db
    .select({ kind: licenceEvents.kind, details: licenceEvents.details })
    .from(licenceEvents)
    // A deleted account leaves events without an owner and details.
    .where(and(gte(licenceEvents.at, SEED_NOW), isNotNull(licenceEvents.ownerId)))
    .catch(away);
  const lacking = [
    ...audits.map((row) => ({ ...row, names: AUDITED[row.kind] })),
    ...events.map((row) => ({ ...row, names: LICENCE_EVENTS[row.kind] })),
  ].flatMap(({ kind, details, names = [] }) =>
    names.filter((name) => !(name in details)).map((name) => `${kind} ${name}`),
  );
  if (lacking.length > 0) throw new Error(`details are missing: ${[...new Set(lacking)].join(', ')}`);
}

/** Dates and amounts that are not written as in a language. */
const FOREIGN: Readonly<Record<Locale, RegExp>> = {
  zh: /\d\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s\d|CNY \d|\d{4}-\d\d-\d\dT/,
  en: /\d[年月日]|¥\d|\d{4}-\d\d-\d\dT/,
};

/** Ends with an error if a mail has a date or an amount as in another language than its own. */
async function checkMails({ db }: Database): Promise<void> {
  const mails = await db
    .select()
    .from(devMails)
    .catch(() => []);
  const foreign = mails.flatMap(({ html, text, subject }) => {
    const locale = html.includes(`<html lang="${htmlLang('en')}">`) ? 'en' : 'zh';
    const [found] = FOREIGN[locale].exec(`${subject} ${text} ${html}`) ?? [];
    return found === undefined ? [] : [`${subject}: ${found}`];
  });
  if (foreign.length > 0)
    throw new Error(`dates or amounts of another language in a mail: ${foreign.join(', ')}`);
}

/** Operators' calls that change nothing an audit log tells. */
const UNAUDITED: ReadonlySet<string> = new Set([
  '/admin_content/preview',
  '/admin_content/upload',
  '/admin_review/claim',
  '/admin_review/suggest',
]);

/** By app: whether an operator's call, each time that it was successful so far, left the audit log as it was. */
const silentCalls = new WeakMap<FastifyInstance, Map<string, boolean>>();

/** Watches a call of an operator until the audit log has told one. The returned function takes the answer's status. */
async function watchAudit(
  app: FastifyInstance,
  { method, url }: Endpoint,
): Promise<(status: number) => Promise<void>> {
  const calls = silentCalls.get(app);
  if (
    !calls ||
    method === 'GET' ||
    !url.startsWith('/admin_') ||
    UNAUDITED.has(url) ||
    calls.get(url) === false
  )
    return () => Promise.resolve();
  const entries = () => app.db.$count(auditLog);
  const before = await entries();
  return async (status) => {
    if (status === 200) calls.set(url, (await entries()) === before);
  };
}

const quiet = { info: () => undefined, error: () => undefined };

/** The real app on its own database: PGlite, or PostgreSQL when `TEST_DATABASE_URL` is set. */
export async function testApp(options: TestOptions = {}): Promise<TestApp> {
  const { database, drop } = await testDatabase(options.seeded ?? false);
  const dataDir = await mkdtemp(join(testTemplate().folder, 'data-'));
  const settings = readConfig({
    APP_MODE: 'test',
    DATA_DIR: dataDir,
    SIGNING_KEY: TEST_SIGNING_KEY,
    LOG_LEVEL: options.logStream ? 'info' : 'silent',
    ...options.env,
  });
  const config = { ...settings, signingKey: settings.signingKey ?? '' };
  if (options.seeded) linkTree(join(testTemplate().folder, 'files'), uploadsFolder(dataDir));
  const clock = new TestClock();
  const app = await buildApp({
    config,
    database,
    clock,
    files: await openFiles(config),
    deliverMails: options.deliverMails ?? false,
    runJobs: false,
    maxEventLoopDelay: options.maxEventLoopDelay ?? 0,
    // A test worker holds the apps of many files.
    maxHeapUsed: 0,
    handlerTimeout: options.handlerTimeout ?? 20_000,
    ...(options.logStream && { logStream: options.logStream }),
    ...(options.resolveTxt && { resolveTxt: options.resolveTxt }),
    ...(options.resolveName && { resolveName: options.resolveName }),
  });
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await app.ready();
  } catch (error) {
    await close();
    throw error;
  }
  silentCalls.set(app, new Map());
  const endComparison = compareCodes(app);
  const endTexts = watchTexts();

  return {
    app,
    db: database.db,
    database,
    clock,
    call: callerOf(app),
    async mails() {
      await app.mail.drain();
      const list = await database.db.select().from(devMails).orderBy(desc(devMails.position));
      return list.map(({ recipient, subject, text, html }) => ({ to: recipient, subject, text, html }));
    },
    async close() {
      try {
        await checkDetails(database);
        await checkMails(database);
      } finally {
        await close();
      }
      endComparison();
      endTexts();
      const wrong = wrongQueriesOf(database);
      if (wrong.length > 0) throw new Error(`wrong queries: ${wrong.join('; ')}`);
      const silent = [...(silentCalls.get(app) ?? [])].filter(([, unlogged]) => unlogged);
      if (silent.length > 0)
        throw new Error(`not in the audit log: ${silent.map(([url]) => url).join(', ')}`);
    },
  };
}

/** Calls an app's endpoints as a client does. */
export function callerOf(app: FastifyInstance): TestApp['call'] {
  return async (endpoint, input, caller = {}) => {
    const get = endpoint.method === 'GET';
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(get ? ((input as object | undefined) ?? {}) : {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    if (endpoint.proof && caller.token && caller.proved !== false) await proveAgain(app, caller.token);
    const answered = await watchAudit(app, endpoint);
    const form = endpoint.format === 'form' ? new Response(input as unknown as FormData) : null;
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${endpoint.url}${query.size > 0 ? `?${query}` : ''}`,
      headers: {
        lang: languageHeader(caller.lang ?? 'zh'),
        authorization: caller.token ? `Bearer ${caller.token}` : '',
        ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
        ...caller.headers,
      },
      ...(caller.ip && { remoteAddress: caller.ip }),
      ...(form
        ? { payload: Buffer.from(await form.arrayBuffer()) }
        : !get && { payload: (input as object | undefined) ?? {} }),
    });
    await answered(response.statusCode);
    const body = response.json<{ code: string; msg: string; data: unknown }>();
    if (response.statusCode === 200) recordExample(endpoint, form ? undefined : input, body);
    return {
      status: response.statusCode,
      code: body.code,
      msg: body.msg,
      data: body.data as never,
      error: (body.data ?? {}) as ErrorData,
      headers: response.headers,
    };
  };
}

/** Re-authenticates a session whose proof has expired. */
async function proveAgain({ db, clock }: FastifyInstance, token: string): Promise<void> {
  const now = clock.now();
  const proved = sql`coalesce(${sessions.provedAt}, ${sessions.createdAt})`;
  await db
    .update(sessions)
    .set({ provedAt: now })
    .where(and(eq(sessions.tokenHash, hashToken(token)), lte(proved, after(now, -FRESH_PROOF))));
}

/** A separate database, copied from the run's template. */
export async function testDatabase(
  seeded: boolean,
): Promise<{ database: Database; drop(): Promise<void>; url: string | null }> {
  const template = testTemplate();
  const kind = seeded ? 'seeded' : 'empty';
  if (template.postgres === null) {
    const folder = await mkdtemp(join(template.folder, 'db-'));
    // Synchronous: the asynchronous copy takes ten times as long for so many files.
    cpSync(join(template.folder, kind), folder, { recursive: true });
    const database = await openPglite({ folder }, quiet);
    watchPglite(database);
    return { database, url: null, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const server = template.postgres;
  // Random: a test file that timed out has not dropped its own, and those after it in the worker must not meet it.
  const name = `${template.run}_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template.run}_${kind}`);
  const url = databaseUrl(server, name);
  const database = await openPostgres(url, quiet);
  watchPostgres(database);
  return {
    database,
    url,
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}
