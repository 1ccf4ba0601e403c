import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localeOfHeader, localePath } from '@yunduo/i18n';
import { ApiError } from '../../http/errors.ts';
import { sendFile, type SentFile } from './send-file.ts';

interface Link {
  /** The language of a refusal, from the address: a browser that follows a link sends no header of ours. */
  lang: string | undefined;
  /** The page that gives links, without a language. */
  page: string;
  find: () => Promise<SentFile>;
}

/**
 * Hands out the file of a link. Somebody at a browser who follows one that does not exist, or not any more, gets the page
 * that gives a new one, not a line of JSON.
 * @throws ApiError what `find` and `sendFile` throw, to everybody else
 */
export async function sendLinked(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { lang, page, find }: Link,
): Promise<FastifyReply> {
  if (lang !== undefined) request.locale = localeOfHeader(lang === 'zh' ? 'zh-cn' : lang);
  try {
    return await sendFile(request, reply, app.files, await find());
  } catch (error) {
    if (!(error instanceof ApiError) || !request.headers.accept?.includes('text/html')) throw error;
    const place = app.config.origin + localePath(request.locale, `${page}?link=gone`);
    return reply.header('cache-control', 'no-store').redirect(place, 303);
  }
}
