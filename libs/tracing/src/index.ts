import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace-base';
import { summaryOf } from './sql.ts';

// One request id through all processes, with or without OpenTelemetry. With it the id is the trace id as well, so that
// a line of a log leads to its trace (docs/decisions/0093-make-the-request-id-the-trace-id.md).

/** Accepted form of a client's request id: needs no escaping in logs and headers. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The request id of a header, or a new one. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();

/** 32 hex digits: those of an id of an edge or of a UUID, else a hash. */
export function traceIdOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  return /^(?!0+$)[0-9a-f]{32}$/.test(digits)
    ? digits
    : createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}

interface Scope {
  requestId: string;
  span: Span | null;
}
const scopes = new AsyncLocalStorage<Scope>();

/** Set by `startTracing`; null records nothing. */
let tracer: Tracer | null = null;
/** Trace id of the root span that is being started, for the SDK's id generator. */
let wantedTrace: string | null = null;

export const isTracing = (): boolean => tracer !== null;

/** The request that runs, on whose behalf a job or a mail runs; undefined outside. */
export const currentRequestId = (): string | undefined => scopes.getStore()?.requestId;

export interface Origin {
  /** Default: the current request's, else a new one. */
  requestId?: string | undefined;
  /** Header of the caller; ignored unless it belongs to the request id, so that no stranger chooses a parent. */
  traceparent?: unknown;
  kind?: 'server' | 'client' | 'internal' | 'consumer';
  attributes?: Attributes;
}

/** A piece of work with a request id and, while tracing is on, a span. */
export interface Activity {
  readonly requestId: string;
  /** Runs in the scope of the activity: further activities are its children. */
  run<T>(work: () => T): T;
  end(attributes?: Attributes, failure?: unknown): void;
  /** Headers for the next process. */
  headers(): Record<string, string>;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
};

function remoteParent(traceparent: unknown, traceId: string): SpanContext | null {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(traceparent ?? ''));
  if (!match || match[1] !== traceId) return null;
  return {
    traceId,
    spanId: match[2] ?? '',
    traceFlags: Number.parseInt(match[3] ?? '0', 16),
    isRemote: true,
  };
}

function headersOf({ requestId, span }: Scope): Record<string, string> {
  const context = span?.spanContext();
  const flags = context?.traceFlags.toString(16).padStart(2, '0');
  return {
    'x-request-id': requestId,
    ...(context && { traceparent: `00-${context.traceId}-${context.spanId}-${flags}` }),
  };
}

export function begin(
  name: string,
  { requestId, traceparent, kind = 'internal', attributes }: Origin,
): Activity {
  const current = scopes.getStore();
  const id = requestId ?? current?.requestId ?? randomUUID();
  let span: Span | null = null;
  if (tracer) {
    const traceId = traceIdOf(id);
    const remote = remoteParent(traceparent, traceId);
    const near = current?.requestId === id ? current.span : null;
    let parent: Context = ROOT_CONTEXT;
    if (remote) parent = trace.setSpanContext(ROOT_CONTEXT, remote);
    else if (near) parent = trace.setSpan(ROOT_CONTEXT, near);
    wantedTrace = traceId;
    span = tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: { 'request.id': id, ...attributes } },
      parent,
    );
    wantedTrace = null;
  }
  const scope: Scope = { requestId: id, span };
  return {
    requestId: id,
    run: (work) => scopes.run(scope, work),
    end(more, failure) {
      if (!span) return;
      if (more) span.setAttributes(more);
      if (failure !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        // The type alone: messages of databases and mail servers may hold personal data.
        span.setAttribute('error.type', failure instanceof Error ? failure.name : String(failure));
      }
      span.end();
    },
    headers: () => headersOf(scope),
  };
}

/** Runs the work as an activity that ends with it. */
export async function within<T>(
  name: string,
  origin: Origin,
  work: (activity: Activity) => Promise<T>,
): Promise<T> {
  const activity = begin(name, origin);
  try {
    const result = await activity.run(() => work(activity));
    activity.end();
    return result;
  } catch (error) {
    activity.end({}, error);
    throw error;
  }
}

/**
 * Runs a query of the database, as a span of the current request or job. Queries outside of both, such as those of a
 * clock that looks for work, are not recorded.
 */
export async function traceQuery<T>(text: string, server: Attributes, run: () => Promise<T>): Promise<T> {
  if (!scopes.getStore()?.span?.isRecording()) return run();
  const query = summaryOf(text);
  const activity = begin(query.summary, {
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      ...server,
      'db.operation.name': query.operation,
      ...(query.collection && { 'db.collection.name': query.collection }),
      'db.query.summary': query.summary,
      'db.query.text': query.text,
    },
  });
  try {
    const result = await run();
    activity.end();
    return result;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string') activity.end({ 'db.response.status_code': code }, code);
    else activity.end({}, error);
    throw error;
  }
}

/** Headers of the current request for work that is done later, such as a mail. */
export function currentHeaders(): Record<string, string> {
  const scope = scopes.getStore();
  return scope ? headersOf(scope) : {};
}

interface UndiciRequest {
  origin: string;
  method: string;
  path: string;
  addHeader(name: string, value: string): void;
}

/** Names the current request in each `fetch` to an origin, and traces it. Once for a process. */
export function nameCallsTo(origin: string): void {
  const calls = new WeakMap<object, Activity>();
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: UndiciRequest };
    if (request.origin !== origin || !scopes.getStore()) return;
    const activity = begin(request.method, {
      kind: 'client',
      attributes: { 'http.request.method': request.method, 'url.path': request.path.split('?', 1)[0] ?? '' },
    });
    calls.set(request, activity);
    for (const [name, value] of Object.entries(activity.headers())) request.addHeader(name, value);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as { request: object; response: { statusCode: number } };
    calls.get(request)?.end({ 'http.response.status_code': response.statusCode });
  });
  subscribe('undici:request:error', (message) => {
    const { request, error } = message as { request: object; error: unknown };
    calls.get(request)?.end({}, error);
  });
}

type Env = Readonly<Record<string, string | undefined>>;

/** A switch of OpenTelemetry that is wrong; the message is one line. */
export class TracingError extends Error {}

/**
 * Turns tracing on if the standard variables of OpenTelemetry name a receiver; the exporter reads those about itself
 * (address, headers, timeout, compression). The packages are loaded only then.
 * @returns sends what is left and turns it off; null if it is off
 * @throws TracingError
 */
export async function startTracing(env: Env, service: string): Promise<(() => Promise<void>) | null> {
  const given = (name: string): string => env[name]?.trim().toLowerCase() ?? '';
  const wanted = given('OTEL_TRACES_EXPORTER');
  if (given('OTEL_SDK_DISABLED') === 'true' || wanted === 'none') return null;
  const receiver = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || given('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (!receiver && !wanted) return null;
  if (wanted && wanted !== 'otlp') throw new TracingError(`OTEL_TRACES_EXPORTER is ${wanted}: otlp or none`);
  if (receiver && !URL.canParse(receiver))
    throw new TracingError('OTEL_EXPORTER_OTLP_ENDPOINT is not an address');
  const protocol =
    given('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') || given('OTEL_EXPORTER_OTLP_PROTOCOL') || 'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    throw new TracingError(`OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}: http/protobuf or http/json`);

  const [sdk, { detectResources, envDetector, resourceFromAttributes }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/resources'),
      protocol === 'http/json'
        ? import('@opentelemetry/exporter-trace-otlp-http')
        : import('@opentelemetry/exporter-trace-otlp-proto'),
    ]);
  const number = (name: string): number | undefined => {
    const value = given(name);
    if (!value) return undefined;
    if (!/^\d+(\.\d+)?$/.test(value)) throw new TracingError(`${name} is not a number`);
    return Number(value);
  };
  const options = Object.fromEntries(
    Object.entries({
      scheduledDelayMillis: number('OTEL_BSP_SCHEDULE_DELAY'),
      exportTimeoutMillis: number('OTEL_BSP_EXPORT_TIMEOUT'),
      maxQueueSize: number('OTEL_BSP_MAX_QUEUE_SIZE'),
      maxExportBatchSize: number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
    }).filter(([, value]) => value !== undefined),
  );
  const sampler = (name: string): Sampler => {
    if (name.startsWith('parentbased_'))
      return new sdk.ParentBasedSampler({ root: sampler(name.slice('parentbased_'.length)) });
    if (name === 'always_on') return new sdk.AlwaysOnSampler();
    if (name === 'always_off') return new sdk.AlwaysOffSampler();
    // By the trace id alone, so that a mail is kept or left out with its request.
    if (name === 'traceidratio')
      return new sdk.TraceIdRatioBasedSampler(number('OTEL_TRACES_SAMPLER_ARG') ?? 1);
    throw new TracingError(`OTEL_TRACES_SAMPLER is ${given('OTEL_TRACES_SAMPLER')}, which is not known`);
  };
  const ids = new sdk.RandomIdGenerator();
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: sampler(given('OTEL_TRACES_SAMPLER') || 'parentbased_always_on'),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter(), options)],
    idGenerator: {
      generateTraceId: () => wantedTrace ?? ids.generateTraceId(),
      generateSpanId: () => ids.generateSpanId(),
    },
  });
  tracer = provider.getTracer('yunduo');
  return async () => {
    tracer = null;
    // A receiver that is away must not delay the end of the process.
    await Promise.race([provider.shutdown(), new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
  };
}
