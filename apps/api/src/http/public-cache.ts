import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** How caches may keep the answer when it succeeds; null leaves it to the rule for all calls. */
    cachePolicy: string | null;
  }
}

/** Seconds that browsers and shared caches may keep what editors rarely change. */
const FRESH = 30;
const STALE = 600;

/** The answer is the same for everybody who asks in this language: it may be kept for a short while. */
export function shareAnswer(reply: FastifyReply): void {
  reply.cachePolicy = `public, max-age=${FRESH}, stale-while-revalidate=${STALE}`;
}

/** As `shareAnswer`, but asked for every time: what others are keyed by must never be old. */
export function shareCheckedAnswer(reply: FastifyReply): void {
  reply.cachePolicy = 'no-cache';
}

/**
 * As `shareAnswer`, for what the clock alone changes: kept for `longest` milliseconds, and never beyond the moment at
 * which it becomes another answer.
 */
export function shareUntil(reply: FastifyReply, now: Date, until: Date | null, longest: number): void {
  const left = until === null ? longest : Math.min(longest, until.getTime() - now.getTime());
  reply.cachePolicy = `public, max-age=${Math.max(0, Math.floor(left / 1000))}`;
}

/** Gives shared answers their ETag, and 304 to who has the same bytes already. Refusals are never kept. */
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

/** A proxy that compressed the answer marks the tag as weak; it is still the same text. */
function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
