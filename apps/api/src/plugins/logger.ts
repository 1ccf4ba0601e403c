import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { stdSerializers, type DestinationStream, type LevelWithSilent } from 'pino';
import { plainError } from '../db/errors.ts';

/**
 * Structured logs without secrets: paths without queries, no headers, no bodies, and database errors without values (a
 * failed insert would print an address or a hash).
 */
export function loggerOptions(
  level: LevelWithSilent,
  stream?: DestinationStream,
): FastifyServerOptions['logger'] {
  return {
    level,
    ...(stream && { stream }),
    redact: {
      paths: [
        'token',
        'password',
        'code',
        'authorization',
        '*.token',
        '*.password',
        '*.code_hash',
        '*.authorization',
      ],
      censor: '[redacted]',
    },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.url?.split('?', 1)[0],
        ip: request.ip,
      }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: (error: Error) => describeError(error),
    },
  };
}

interface DescribedError {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

function describeError(error: Error): DescribedError {
  if (error instanceof DrizzleQueryError) {
    const cause = error.cause as (Error & { code?: string; constraint?: string }) | undefined;
    return {
      type: 'DatabaseError',
      ...plainError(error),
      code: cause?.code,
      constraint: cause?.constraint,
    };
  }
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, stack, ...(code !== undefined && { code }) };
}
