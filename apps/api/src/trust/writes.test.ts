import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endpoints, type Endpoint } from '@yunduo/api-contract';
import { SECOND } from '@yunduo/validation';
import { gte } from 'drizzle-orm';
import {
  appNames,
  apps,
  jobRuns,
  protocolVersions,
  releases,
  throttles,
  userRoles,
} from '../db/schema/index.ts';
import { testApp, type Caller, type TestApp } from '../testing/app.ts';
import { SEED_NOW } from '../testing/environment.ts';
import { alipayGateway, stripeGateway, wechatGateway } from '../testing/payment-gateways.ts';
import { FIRST_ID, Recorder } from '../testing/recorded.ts';
import { nameOf, recordedCalls, WRITES } from './writes/all.ts';
import { BROWSER, IP, Scene, type Companies, type Write } from './writes/scene.ts';

/**
 * What each call that writes does when the right person sends it well-formed: its answer, the rows that it adds,
 * changes and deletes, its mails, files, security events and warnings. The caller reads English, and accounts read
 * Chinese: a mail shows whose language it is in. After an intended change, run with `-u` and read the difference.
 */

const titleOf = ({ call, about }: Write): string => [nameOf(call), about].filter(Boolean).join(' ');

let api: TestApp;
let scene: Scene;
let recorder: Recorder;
const log: string[] = [];
let companies: Companies;
const records = new Map<string, string[]>();
beforeAll(async () => {
  const [alipay, wechat_pay, stripe] = await Promise.all([alipayGateway(), wechatGateway(), stripeGateway()]);
  companies = { alipay, wechat_pay, stripe };
  api = await testApp({
    seeded: true,
    env: {
      LOG_LEVEL: 'info',
      HANDOVER_TARGETS: 'https://bbs.example.com/sso',
      SECOND_OPERATOR_ABOVE: '100',
      ...alipay.env,
      ...wechat_pay.env,
      ...stripe.env,
    },
    logStream: { write: (line) => void log.push(line) },
    resolveTxt: (name) => Promise.resolve(records.get(name) ?? []),
    resolveName: () => Promise.resolve(['203.0.113.80']),
  });
  recorder = await Recorder.over(api, log);
  scene = new Scene({ api, recorder, companies, records });
});
afterAll(async () => {
  await api.close();
  await Promise.all(Object.values(companies).map((company) => company.close()));
});

// `reads.test.ts` looks which GET calls write.
test('every other call of the contract than a GET is recorded', () => {
  const calls = Object.values(endpoints).flatMap((area): Endpoint[] => Object.values(area));
  const writing = calls.filter(({ method }) => method !== 'GET').map(nameOf);
  expect(writing.length).toBeGreaterThan(140);
  expect(recordedCalls(false)).toEqual(writing.sort());
});

/** The fields that a client reads, and what a browser keeps. */
async function answerTo(call: Endpoint, input: unknown, { token }: { token?: string }): Promise<unknown> {
  const caller: Caller = {
    lang: 'en',
    ip: IP,
    ...(token && { token }),
    headers: { 'user-agent': BROWSER, ...(call.idempotent && { 'idempotency-key': 'the-key-of-one-call' }) },
  };
  const { status, code, data, headers } = await api.call(call, input as never, caller);
  const cookies = headers['set-cookie'];
  return {
    status,
    code,
    data,
    ...(cookies !== undefined && { cookies: [cookies].flat().map((cookie) => String(cookie).split('; ')) }),
  };
}

/** What earlier cases left, as far as a later one would meet it: limits, staff, agreements, rules of updates, places in the store, and names. */
async function forgetOthers(): Promise<void> {
  await api.db.delete(throttles);
  await api.db.delete(jobRuns);
  await api.db.delete(userRoles).where(gte(userRoles.userId, FIRST_ID));
  await api.db.delete(appNames).where(gte(appNames.appId, FIRST_ID));
  await api.db.delete(protocolVersions).where(gte(protocolVersions.publishedAt, SEED_NOW));
  await api.db.update(releases).set({ mandatory: false, minimum: null });
  await api.db.update(apps).set({ recommendedRank: null }).where(gte(apps.id, FIRST_ID));
}

test.each(WRITES.map((one) => [titleOf(one), one] as const))('%s', async (_, { call, make }) => {
  api.clock.set(SEED_NOW);
  await forgetOthers();
  const made = await make(scene);
  // What the preparations took of the limits is not the call's.
  await api.db.delete(throttles);
  // What happens now differs from what happened before.
  api.clock.advance(SECOND);
  const record =
    'sent' in made
      ? await recorder.record(made.sent, async () => {
          const { statusCode, body, headers } = await api.app.inject({
            method: 'POST',
            remoteAddress: IP,
            ...made.sent,
          });
          return made.sent.method === 'GET'
            ? {
                status: statusCode,
                type: headers['content-type'] ?? '',
                kept: headers['cache-control'],
                to: headers.location ?? '',
              }
            : { status: statusCode, body };
        })
      : await recorder.record(made.input, () => answerTo(call, made.input, made.by ?? {}));
  expect(record).toMatch(/^answer: (?:\{|\s+)status: (?:200|303)/);
  expect(record).toMatchSnapshot();
});
