import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WEBHOOK } from '@yunduo/validation';
import { receiver, type Receiver } from '../../testing/receiver.ts';
import type { Resolve } from './addresses.ts';
import { sendRequest, type SendOptions } from './send.ts';

let target: Receiver;
beforeEach(async () => {
  target = await receiver();
});
afterEach(() => target.close());

const nowhere: Resolve = () => Promise.resolve([]);
const send = (url: string, more: Partial<SendOptions> = {}) =>
  sendRequest(
    { url, headers: {}, body: '{"type":"ping"}' },
    { rules: { loopback: true }, resolve: nowhere, signal: new AbortController().signal, ...more },
  );
/** The receiver's URL with a host name. */
const named = () => `https://ci.example.com:${new URL(target.url).port}/`;

describe('Webhook response', () => {
  test.each([
    [200, null],
    [204, null],
    [299, null],
    [300, 'redirect'],
    [301, 'redirect'],
    [307, 'redirect'],
    [404, 'status'],
    [410, 'status'],
    [500, 'status'],
  ])('with status %i has the failure %s', async (status, failure) => {
    target.answer((response) => response.writeHead(status, { location: target.url }).end('so it is'));
    expect(await send(target.url)).toMatchObject({ status, failure });
    // A redirect is not followed.
    expect(target.received).toHaveLength(1);
  });

  test('is cut to its first kilobyte, without partial or control characters', async () => {
    target.answer((response) => response.end(`\u0000\u001b[31mred\n${'舵'.repeat(2000)}`));
    const { answer, failure } = await send(target.url);
    expect(failure).toBeNull();
    expect(answer).toMatch(/^\[31mred\n舵{300,}$/);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(WEBHOOK.answerKept);
  });

  test('that does not end is read to the limit, and its connection is closed', async () => {
    let closed: () => void = () => undefined;
    const missing = new Promise<void>((resolve) => (closed = resolve));
    target.answer((response) => {
      response.on('close', closed);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16 * 1024)));
        response.once('drain', more);
      };
      more();
    });
    expect(await send(target.url)).toMatchObject({ status: 200, failure: null });
    await missing;
  });

  test.each([
    ['a request that is never answered', () => undefined],
    [
      'a response that never ends',
      (response: { write: (text: string) => void }) => response.write('slow, and on purpose'),
    ],
  ])('%s times out', async (_, how) => {
    target.answer(how as Parameters<Receiver['answer']>[0]);
    expect(await send(target.url, { timeout: 60 })).toMatchObject({ failure: 'timeout' });
  });
});

describe('Webhook connection', () => {
  test('uses the checked address, and resolves the name once', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const requests: string[] = [];
    const resolve: Resolve = (hostname) => {
      requests.push(hostname);
      return Promise.resolve(answers.shift() ?? []);
    };
    // The receiver speaks no TLS; it matters only that it was reached.
    expect(await send(named(), { resolve })).toMatchObject({ status: null, failure: expect.any(String) });
    expect([requests, target.connections()]).toEqual([['ci.example.com'], 1]);
    expect(await send(named(), { resolve })).toMatchObject({ failure: 'address' });
    expect(target.connections()).toBe(1);
  });

  test.each([
    ['a name that resolves to loopback', () => named(), ['127.0.0.1'], 'address'],
    [
      'a name that resolves to loopback and a public address',
      () => named(),
      ['1.1.1.1', '127.0.0.1'],
      'address',
    ],
    ['a name that resolves to loopback over IPv6', () => named(), ['::ffff:127.0.0.1'], 'address'],
    ['a name without an address', () => named(), [], 'dns'],
    ['a loopback URL', () => target.url.replace('http:', 'https:'), [], 'address'],
    ['a plain HTTP URL', () => target.url, [], 'address'],
  ])('to %s is not opened', async (_, url, addresses, failure) => {
    const options = { rules: { loopback: false }, resolve: () => Promise.resolve(addresses) };
    expect(await send(url(), options)).toMatchObject({ status: null, answer: '', failure });
    expect(target.connections()).toBe(0);
  });

  test('reports a refused connection and a TLS failure as different failures', async () => {
    const { url } = target;
    expect(await send(url.replace('http:', 'https:'))).toMatchObject({ failure: 'tls' });
    await target.close();
    expect(await send(url)).toMatchObject({ failure: 'connection' });
    target = await receiver();
  });

  test('throws if its process aborts it', async () => {
    const leaving = new AbortController();
    target.answer(() => leaving.abort(new Error('the process ends')));
    await expect(send(target.url, { signal: leaving.signal })).rejects.toThrow('the process ends');
  });
});
