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
  /** POST unless told. */
  method?: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What became of a request. */
export interface Outcome {
  /** Null: there was no answer. */
  status: number | null;
  /** Null: it was answered with a status of success. */
  failure: WebhookFailure | null;
  /** The beginning of the answer, as text that a database and a page can hold. */
  answer: string;
  /** Milliseconds. */
  duration: number;
}

export interface SendOptions {
  rules: TargetRules;
  resolve: Resolve;
  /** Ends the request before its time. */
  signal: AbortSignal;
  /** Milliseconds for all of it. */
  timeout?: number;
}

/**
 * Sends a webhook's request over a connection of its own, without a proxy: to an address that was checked, whatever its
 * name says a moment later. Redirects are not followed.
 * @throws what `signal` was aborted with
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
  // An address in the place of a name is not looked up: it is checked here.
  if (!isAllowedTarget(target, rules)) throw new TargetRefused('address', 'not a public address');
  return new Promise((resolveAnswer, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, {
      method,
      headers: {
        ...headers,
        ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // Each request has its own connection: nothing of one developer's is kept open for another's.
      agent: false,
      lookup: guardedLookup(rules, resolve),
      signal,
    });
    request.on('response', resolveAnswer);
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads so much of an answer, and closes the connection. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= WEBHOOK.answerBytes) break;
  }
  // A letter that the limit cuts in two is left out.
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
