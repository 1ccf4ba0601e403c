import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** Cache policy of a successful response; null for the default. */
    cachePolicy: string | null;
  }
}

/** Seconds that browsers and shared caches may keep content that editors rarely change. */
const FRESH = 30;
const STALE = 600;

/** Marks a response as public and equal for all readers of the language: it may be cached briefly. */
export function shareAnswer(reply: FastifyReply): void {
  reply.cachePolicy = `public, max-age=${FRESH}, stale-while-revalidate=${STALE}`;
}

/** As `shareAnswer`, but always revalidated: a value that cache keys depend on must never be stale. */
export function shareCheckedAnswer(reply: FastifyReply): void {
  reply.cachePolicy = 'no-cache';
}

/**
 * As `shareAnswer`, for content that changes with time only: cached for `longest` milliseconds, but never beyond the
 * next change.
 */
export function shareUntil(reply: FastifyReply, now: Date, until: Date | null, longest: number): void {
  const left = until === null ? longest : Math.min(longest, until.getTime() - now.getTime());
  reply.cachePolicy = `public, max-age=${Math.max(0, Math.floor(left / 1000))}`;
}

/** Adds an ETag to shared responses, and answers 304 if the client has the same bytes. Errors are never cached. */
export function answerEtags(app: FastifyInstance): void {
  app.decorateReply('cachePolicy', null);
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.cachePolicy === null || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    void reply.header('etag', etag).header('cache-control', reply.cachePolicy);
    if (!matches(request.headers['if-none-match'], etag)) return payload;
    void reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}

/** A proxy that compressed the response marks the tag as weak; the text is the same. */
function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
