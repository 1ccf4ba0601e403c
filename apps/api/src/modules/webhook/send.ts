import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { WEBHOOK, type WebhookFailure } from '@yunduo/validation';
import {
  guardedLookup,
  isAllowedTarget,
  TargetRefused,
  type Resolve,
  type TargetRules,
} from './addresses.ts';

export interface Outgoing {
  /** Default: POST. */
  method?: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Outcome of a request. */
export interface Outcome {
  /** Null: no response. */
  status: number | null;
  /** Null: a success status. */
  failure: WebhookFailure | null;
  /** Start of the response body, as text safe for the database and the page. */
  answer: string;
  /** Milliseconds. */
  duration: number;
}

export interface SendOptions {
  rules: TargetRules;
  resolve: Resolve;
  /** Aborts the request. */
  signal: AbortSignal;
  /** Time limit of the whole request, ms. */
  timeout?: number;
}

/**
 * Sends a webhook request over its own connection, without a proxy, to a checked address, even if the name changes
 * meanwhile. Redirects are not followed.
 * @throws the abort reason of `signal`
 */
export async function sendRequest(outgoing: Outgoing, options: SendOptions): Promise<Outcome> {
  const began = performance.now();
  const overall = AbortSignal.timeout(options.timeout ?? WEBHOOK.timeout);
  let status: number | null = null;
  let answer = '';
  let failure: WebhookFailure | null;
  try {
    const response = await answerOf(outgoing, options, AbortSignal.any([overall, options.signal]));
    status = response.statusCode ?? null;
    answer = await beginningOf(response);
    failure = failureOfStatus(status);
  } catch (error) {
    options.signal.throwIfAborted();
    failure = overall.aborted ? 'timeout' : failureOfError(error);
  }
  return { status, failure, answer, duration: Math.round(performance.now() - began) };
}

function answerOf(
  { method = 'POST', url, headers, body }: Outgoing,
  { rules, resolve }: SendOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const target = new URL(url);
  // An IP address in place of a name is not resolved: it is checked here.
  if (!isAllowedTarget(target, rules)) throw new TargetRefused('address', 'not a public address');
  return new Promise((resolveAnswer, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
      method,
      headers: {
        ...headers,
        ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // One connection per request: none is shared between developers.
      agent: false,
      lookup: guardedLookup(rules, resolve),
      signal,
    });
    request.on('response', resolveAnswer);
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads the start of a response, and closes the connection. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= WEBHOOK.answerBytes) break;
  }
  // A character cut by the limit is dropped.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, WEBHOOK.answerKept), {
    stream: true,
  });
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

function failureOfStatus(status: number | null): WebhookFailure | null {
  if (status !== null && status >= 200 && status < 300) return null;
  return status !== null && status >= 300 && status < 400 ? 'redirect' : 'status';
}

const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/;

function failureOfError(error: unknown): WebhookFailure {
  if (error instanceof TargetRefused) return error.failure;
  return TLS_CODES.test((error as NodeJS.ErrnoException).code ?? '') ? 'tls' : 'connection';
}
