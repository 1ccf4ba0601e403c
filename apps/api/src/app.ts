import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import { requestIdOf } from '@yunduo/tracing';
import { ESCAPED_AMPERSAND, RELEASE } from '@yunduo/validation';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { DestinationStream } from 'pino';
import type { Clock } from './clock.ts';
import { deriveKey, type Config } from './config.ts';
import type { Database, Db } from './db/client.ts';
import { readsFrom, type Reads } from './db/replica.ts';
import type { Files } from './files.ts';
import { answerErrors, answerMalformed, answerUnreadable, rejectMalformed } from './http/error-handler.ts';
import { readJson } from './http/json-body.ts';
import { keepOrigins } from './http/request-origin.ts';
import { answerEtags } from './http/public-cache.ts';
import { serializerCompiler } from './http/serializer.ts';
import { validatorCompiler } from './http/validator.ts';
import { storeModule } from './modules/store/routes.ts';
import { activityModule } from './modules/activity/routes.ts';
import { deskModule } from './modules/desk/routes.ts';
import { licenceModule } from './modules/licence/routes.ts';
import { downloadModule } from './modules/download/routes.ts';
import { contentAdminModule } from './modules/content/admin-routes.ts';
import { decisionModule } from './modules/decision/routes.ts';
import { resolveTxt, type ResolveTxt } from './modules/developer/domain-proof.ts';
import { developerModule } from './modules/developer/routes.ts';
import { statisticsModule } from './modules/statistics/routes.ts';
import { buildTokenModule } from './modules/build-token/routes.ts';
import { feedbackModule } from './modules/feedback/routes.ts';
import { orderModule } from './modules/order/routes.ts';
import { paymentModule } from './modules/payment/routes.ts';
import { previewModule } from './modules/preview/routes.ts';
import { privateDeploymentModule } from './modules/private-deployment/routes.ts';
import { reviewModule } from './modules/review/routes.ts';
import { siteModule } from './modules/site-info/routes.ts';
import { storeCurationModule } from './modules/store-curation/routes.ts';
import { newsletterModule } from './modules/newsletter/routes.ts';
import { unsubscribeModule } from './modules/newsletter/unsubscribe-routes.ts';
import { resolveName, type Resolve } from './modules/webhook/addresses.ts';
import { createDeliveries, type Deliveries } from './modules/webhook/deliver.ts';
import { webhookModule } from './modules/webhook/routes.ts';
import { publishingModule } from './modules/publishing/routes.ts';
import { contentModule } from './modules/content/routes.ts';
import { protocolModule } from './modules/protocol/routes.ts';
import { createOutbox, type Outbox } from './modules/mail/outbox.ts';
import { devMailbox, smtpTransport } from './modules/mail/transport.ts';
import { devTools } from './modules/dev/routes.ts';
import { captcha } from './modules/captcha/routes.ts';
import { cards } from './modules/card/routes.ts';
import { watchParts, type PartStates } from './modules/health/parts.ts';
import { health } from './modules/health/routes.ts';
import { userAuth } from './modules/auth/routes.ts';
import { userDevice } from './modules/auth/device-routes.ts';
import { userFactor } from './modules/account/factor-routes.ts';
import { userInfo } from './modules/account/routes.ts';
import { strayFilesJob } from './modules/files/stray.ts';
import { housekeeping } from './modules/housekeeping/housekeeping.ts';
import { createJobs, startJobs, type Jobs } from './modules/jobs/jobs.ts';
import { bodyDeadline } from './plugins/body-deadline.ts';
import { loggerOptions } from './plugins/logger.ts';
import { metrics } from './plugins/metrics.ts';
import { openapi } from './plugins/openapi.ts';
import { MAX_EVENT_LOOP_DELAY, MAX_HEAP_USED, pressure } from './plugins/pressure.ts';
import { requestContext } from './plugins/request-context.ts';
import { apiHeaders, headersOfEveryAnswer } from './plugins/security-headers.ts';
import { letGoOfConnections, rejectWhenClosing } from './plugins/shutdown.ts';
import { traceRequests } from './plugins/tracing.ts';
import { uploads } from './plugins/uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    config: AppConfig;
    db: Db;
    database: Database;
    reads: Reads;
    clock: Clock;
    files: Files;
    mail: Outbox;
    jobs: Jobs;
    webhooks: Deliveries;
    /** Resolvers for hosts named by developers. */
    nameServers: { resolve: Resolve; resolveTxt: ResolveTxt };
    /** Checks the dependencies of the process. */
    parts: () => Promise<PartStates>;
  }
}

/** The configuration with a signing key. */
export type AppConfig = Config & { signingKey: string };

export interface AppParts {
  config: AppConfig;
  database: Database;
  /** Database for reading the store; default: the main database. */
  reads?: Reads;
  clock: Clock;
  files: Files;
  /** `false` leaves waiting mails to `app.mail.drain()`. */
  deliverMails?: boolean;
  /** `false` leaves the recurring jobs to `app.jobs.runDue()`, and webhooks to `app.webhooks.drain()`. */
  runJobs?: boolean;
  /** Resolves the hosts of webhooks; default: name servers. */
  resolveName?: Resolve;
  /** Resolves the TXT records of publishers' websites; default: name servers. */
  resolveTxt?: ResolveTxt;
  /** Milliseconds until any call is answered with 503. */
  handlerTimeout?: number;
  /** Event loop delay in ms above which calls are refused; 0 never refuses. */
  maxEventLoopDelay?: number;
  /** Heap size in bytes above which calls are refused; 0 never refuses. */
  maxHeapUsed?: number;
  /** Declares the routes without serving them, to generate the OpenAPI document. */
  offline?: boolean;
  logStream?: DestinationStream;
}

/** A number is the count of trusted proxies in front; the address before them is the caller's. */
function trustedProxies(
  trust: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}

/** For JSON bodies; uploads have their own limits. */
const BODY_LIMIT = 256 * 1024;
/**
 * Below the 3 s in which callers must learn that a dependency is unavailable, with a margin for the response: a process
 * whose calls all time out together has many to send at once.
 */
const HANDLER_TIMEOUT = 2_600;

/** The modules of the server, in registration order. */
const MODULES: Readonly<Record<string, FastifyPluginAsync>> = {
  health,
  captcha,
  userAuth,
  userDevice,
  userInfo,
  userFactor,
  siteModule,
  contentModule,
  protocolModule,
  storeModule,
  storeCurationModule,
  publishingModule,
  activityModule,
  deskModule,
  licenceModule,
  downloadModule,
  contentAdminModule,
  decisionModule,
  developerModule,
  statisticsModule,
  buildTokenModule,
  feedbackModule,
  orderModule,
  paymentModule,
  previewModule,
  privateDeploymentModule,
  reviewModule,
  newsletterModule,
  unsubscribeModule,
  webhookModule,
};

/** The server as one plugin tree: common hooks, then the modules, each with a name. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, clock, files, handlerTimeout = HANDLER_TIMEOUT } = parts;
  const app = Fastify({
    logger: loggerOptions(config.logLevel, parts.logStream),
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    handlerTimeout,
    // The overall limit; `bodyDeadline` limits each call.
    requestTimeout: RELEASE.transfer,
    connectionTimeout: 60_000,
    http: { headersTimeout: 15_000 },
    // `rejectWhenClosing` answers instead, in the envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => url.replace(ESCAPED_AMPERSAND, '&'),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, request, reply) => {
      answerMalformed(app, request.raw, reply.raw);
    },
  });
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler);

  app.decorate('config', config);
  app.decorate('database', database);
  app.decorate('db', database.db);
  app.decorate('reads', parts.reads ?? readsFrom(database.db));
  app.decorate('clock', clock);
  app.decorate('files', files);
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : devMailbox(database.db);
  const key = deriveKey(config.signingKey, 'mail');
  app.decorate('mail', createOutbox({ database, transport, clock, key, log: app.log }));
  if (!parts.offline) app.addHook('onReady', () => app.mail.start({ deliver: parts.deliverMails ?? true }));
  app.addHook('onClose', () => app.mail.stop());

  traceRequests(app);
  keepOrigins(app);
  answerErrors(app);
  readJson(app);
  headersOfEveryAnswer(app);
  rejectWhenClosing(app);
  bodyDeadline(app, handlerTimeout);
  letGoOfConnections(app);
  await app.register(helmet, apiHeaders(config));
  await app.register(multipart, { throwFileSizeLimit: true });
  await app.register(swagger, openapi);
  await app.register(pressure, {
    maxEventLoopDelay: parts.maxEventLoopDelay ?? MAX_EVENT_LOOP_DELAY,
    maxHeapUsed: parts.maxHeapUsed ?? MAX_HEAP_USED,
  });
  requestContext(app);
  rejectMalformed(app);
  answerEtags(app);
  app.decorate('jobs', createJobs(app));
  app.decorate('parts', watchParts(app, (parts.runJobs ?? true) && !parts.offline));
  metrics(app);
  await app.register(uploads, { handlerTimeout });
  await app.register(cards);

  app.jobs.add(housekeeping);
  app.jobs.add(strayFilesJob);
  const resolve = parts.resolveName ?? resolveName;
  app.decorate('nameServers', { resolve, resolveTxt: parts.resolveTxt ?? resolveTxt });
  app.decorate('webhooks', createDeliveries(app, resolve));
  app.addHook('onClose', () => app.webhooks.stop());
  if (parts.runJobs ?? true) {
    startJobs(app);
    app.addHook('onReady', async () => app.webhooks.start());
  }

  // Not in production: mailbox, captcha solution, clock.
  const modules = config.mode === 'production' ? MODULES : { ...MODULES, devTools };
  for (const [name, module] of Object.entries(modules)) {
    // Without a name the framework searches all loaded files for one.
    await app.register(Object.assign(module, { [Symbol.for('fastify.display-name')]: name }));
  }
  return app;
}
