// A build server and a webhook receiver, as a developer writes them from the published document and its
// guides.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import createClient from 'openapi-fetch';
import { dataOf } from './client.ts';
import type { paths } from './dist/yunduo.d.ts';
import { sha256 } from './signatures.ts';

/** Publishes a version of an app with a token: saves it, then submits it for review. Returns its id. */
export async function publish(
  origin: string,
  {
    token,
    appKey,
    version,
    commit,
    archive,
  }: Record<'token' | 'appKey' | 'version' | 'commit' | 'archive', string>,
): Promise<number> {
  const api = createClient<paths>({
    baseUrl: origin,
    headers: { Authorization: `Bearer ${token}`, Lang: 'us' },
  });
  const { list } = dataOf(await api.GET('/api/dev_app/list', { params: { query: { q: appKey } } }));
  const app = list.find(({ app_key }) => app_key === appKey);
  if (!app) throw new Error(`The token does not reach ${appKey}`);
  const saved = dataOf(
    await api.POST('/api/dev_app/version_save', {
      body: {
        app_id: app.id,
        version,
        git_version: `v${version}`,
        git_commit: commit,
        size: Buffer.byteLength(archive),
        package_sha256: await sha256(archive),
        description: { zh: '', en: `What is new in ${version}` },
      },
    }),
  );
  const { version: handedIn } = dataOf(
    await api.POST('/api/dev_app/submit', { body: { version_id: saved.id } }),
  );
  if (handedIn.review_status !== 'in_review') throw new Error(`The version is ${handedIn.review_status}`);
  return saved.id;
}

interface Event {
  type: string;
  data: { decision?: string; app?: { app_key: string }; version?: { version: string } };
}

/** Receives webhooks: each event once, and only with a valid signature. */
export async function receiver() {
  const events = new EventEmitter();
  const received: Event[] = [];
  const seen = new Set<string>();
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      String(request.headers[`webhook-${name}`]),
    );
    const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest();
    const isSigned = (signatures ?? '').split(' ').some((one) => {
      const given = Buffer.from(one.replace('v1,', ''), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (!isSigned) return response.writeHead(401).end();
    response.writeHead(204).end();
    if (seen.has(id ?? '')) return;
    seen.add(id ?? '');
    received.push(JSON.parse(body) as Event);
    events.emit('event');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    /** The webhook's secret, which is shown once. */
    know: (shown: string) => void (secret = shown),
    /** True if this request would be accepted. */
    offer: async (body: string) => (await fetch(url, { method: 'POST', body })).status,
    /** The first event of a kind, waiting up to half a minute. */
    async event(type: string): Promise<Event['data']> {
      const signal = AbortSignal.timeout(30_000);
      for (;;) {
        const found = received.find((one) => one.type === type);
        if (found) return found.data;
        await once(events, 'event', { signal });
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
