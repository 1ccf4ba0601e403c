import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testApp, type TestApp } from '../testing/app.ts';
import { errorResponse } from './envelope.ts';
import { apiError } from './errors.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
  await api.app.files.put('pictures/letters.webp', Buffer.from('abcdefghij'));
});
afterAll(() => api.close());

const PERSON = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const opened = (url: string, headers: Record<string, string> = PERSON) => api.app.inject({ url, headers });
const titleOf = (page: string): string | undefined => /<h1>(.*)<\/h1>/.exec(page)?.[1];
const linkOf = (page: string): string | undefined => /href="(.*?)"/.exec(page)?.[1];

describe('A person who opens a link that fails sees a page, not JSON', () => {
  // Damaged: cut off by a line break, without its query, or with one that the schema refuses.
  test.each([
    ['/api/feedback/file', '/feedback?view=mine'],
    ['/api/feedback/file?link=cut', '/feedback?view=mine'],
    ['/api/feedback/file?link=cut&lang=zh-', '/en/feedback?view=mine'],
    [`/api/feedback/file?link=${'x'.repeat(500)}&lang=en`, '/en/feedback?view=mine'],
    ['/api/order/invoice_document', '/user?panel=order-info'],
    ['/api/order/invoice_document?order_no=YD1&lang=en', '/en/user?panel=order-info'],
    ['/api/order/invoice_document?order_no=YD1&amp;lang=en', '/en/user?panel=order-info'],
    ['/api/mail/unsubscribe', '/'],
    [`/api/mail/unsubscribe/${'x'.repeat(300)}`, '/'],
    ['/uploads/pictures/removed.webp', '/'],
  ])('%s leads to %s', async (url, page) => {
    const answer = await opened(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(titleOf(answer.body)).toBe(page.startsWith('/en') ? 'This link has expired' : '链接已失效');
    expect(linkOf(answer.body)).toBe(api.app.config.origin + page);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
  });

  test.each([
    ['/api/private_deploy/file', '/private?link=gone'],
    ['/api/private_deploy/file?version=1.0.0&lang=en', '/en/private?link=gone'],
    [`/api/client_download/file?link=${'x'.repeat(500)}&lang=en`, '/en/client-download?link=gone'],
    ['/api/mail/unsubscribe/', '/subscribe?do=unsubscribe'],
  ])('%s redirects to %s', async (url, page) => {
    const { statusCode, headers } = await opened(url);
    expect([statusCode, headers.location]).toEqual([303, api.app.config.origin + page]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('in the language of the browser, where the link names none', async () => {
    const answer = await opened('/uploads/none.webp', { ...PERSON, 'accept-language': 'en-GB,zh;q=0.5' });
    expect(titleOf(answer.body)).toBe('This link is no longer valid');
    expect(linkOf(answer.body)).toBe(`${api.app.config.origin}/en`);
  });

  test('of a server that is busy, with the same link to try again', async () => {
    const failing = jest.spyOn(api.app.clock, 'now').mockImplementation(() => {
      throw new Error('broken');
    });
    const url = '/api/feedback/file?link=any&lang=en';
    const answer = await opened(url);
    failing.mockRestore();
    expect([answer.statusCode, titleOf(answer.body)]).toEqual([500, errorResponse('en', 'INTERNAL').msg]);
    expect(linkOf(answer.body)).toBe(`${api.app.config.origin}${url.replaceAll('&', '&amp;')}`);
    const full = jest.spyOn(api.app.clock, 'now').mockImplementation(() => {
      throw apiError('TOO_MANY_REQUESTS', { retryAfter: 60_000 });
    });
    const later = await opened(url);
    full.mockRestore();
    expect([later.statusCode, later.headers['retry-after']]).toEqual([400, '60']);
    expect(titleOf(later.body)).toContain('60 seconds');
    expect(linkOf(later.body)).toBe(linkOf(answer.body));
  });
});

test.each(['/api/feedback/file?link=cut', '/api/order/invoice_document', '/uploads/none.webp'])(
  'pictures, scripts and command lines get JSON from %s',
  async (url) => {
    for (const accept of ['*/*', 'image/avif,image/webp,*/*', 'application/json']) {
      const answer = await opened(url, { accept });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.json<{ code: string }>().code).toMatch(/^[A-Z_]+$/);
    }
  },
);

test('a call of the site opened in a browser still answers JSON', async () => {
  for (const url of ['/api/site/info', '/api/app_store/detail?id=999999'])
    expect((await opened(url)).headers['content-type']).toBe('application/json; charset=utf-8');
});

test('a range beyond the end of an uploaded file gets 416 with the length', async () => {
  const part = (range: string) => opened('/uploads/pictures/letters.webp', { range });
  const over = await part('bytes=10-');
  expect([over.statusCode, over.headers['content-range'], over.body]).toEqual([416, 'bytes */10', '']);
  expect((await part('bytes=2-4')).body).toBe('cde');
});

test.each(['/api/nothing', '/uploads/pictures/removed.webp', '/uploads/nothing/at/all'])(
  'no cache keeps the answer for an address that does not exist yet: %s',
  async (url) => {
    const { statusCode, headers } = await opened(url, {});
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-cache']);
  },
);
