import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localeOfHeader, localePath } from '@yunduo/i18n';
import { ApiError } from '../../http/errors.ts';
import { sendFile, type SentFile } from './send-file.ts';

interface Link {
  /** Language of an error, from the URL: a browser that follows a link sends no header of ours. */
  lang: string | undefined;
  /** The page that issues links, without a language. */
  page: string;
  find: () => Promise<SentFile>;
}

/**
 * Sends the file of a link. A browser with an unknown or expired link gets the page that issues a new one, not JSON.
 * @throws ApiError errors of `find` and `sendFile`, for other clients
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
