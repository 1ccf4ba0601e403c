import { localeOfHeader, localePath, type Locale } from '@yunduo/i18n';
import { openedLink as en } from '@yunduo/i18n/en/opened-link';
import { openedLink as zh } from '@yunduo/i18n/zh/opened-link';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendMessage } from '../modules/text/page.ts';
import { errorResponse } from './envelope.ts';
import type { ApiError } from './errors.ts';

/** How a call answers a person who opens its link when the link is damaged or has expired. */
export interface OpenedLink {
  /** Path of the page that issues the links, without a language. */
  page: string;
  /** Words of a page that links there; without them the person is redirected to the page. */
  words?: Record<Locale, Record<'gone_title' | 'gone_text' | 'gone_link', string>>;
}

const words = { zh, en };

/**
 * Whether a person opened the link of a file or document in a browser: pictures, videos, `fetch` and command lines do
 * not accept HTML. Browsers send `Sec-Fetch-Dest` over TLS only.
 */
export function isOpened({ method, headers, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config ?? {};
  return (
    method === 'GET' &&
    (endpoint === undefined || endpoint.format === 'raw') &&
    (headers['sec-fetch-dest'] === 'document' || !!headers.accept?.includes('text/html'))
  );
}

/** The language in a link's query, because a browser that follows a link sends no header of ours; else the request's. */
export function localeOfLink({ query, locale }: FastifyRequest): Locale {
  const lang = (query as { lang?: unknown } | undefined)?.lang;
  if (typeof lang !== 'string') return locale;
  return localeOfHeader(lang === 'zh' ? 'zh-cn' : lang);
}

/** Answers a person whose link failed with a page: its title says why, and its link leads to where it goes on. */
export function sendLinkError(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): FastifyReply {
  const locale = localeOfLink(request);
  const own = words[locale];
  const { opened } = request.routeOptions.config ?? {};
  const { status, retryAfter } = error;
  if (retryAfter !== null || status >= 500) {
    const link = { href: origin + request.url, label: own.busy_link };
    const title = errorResponse(locale, error.code, error.data, error.words).msg;
    return sendMessage(reply.code(status), locale, { title, text: own.busy_text, link });
  }
  const page = origin + localePath(locale, opened?.page ?? '/');
  if (opened && !opened.words) return reply.header('cache-control', 'no-store').redirect(page, 303);
  const { gone_title: title, gone_text: text, gone_link: label } = opened?.words?.[locale] ?? own;
  // A query that the schema refuses is a damaged link: for the person it leads nowhere.
  const code = status === 400 ? 404 : status;
  return sendMessage(reply.code(code), locale, { title, text, link: { href: page, label } });
}
